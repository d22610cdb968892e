import { Button } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconKeyboard } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { HeldCardIllustration } from '#src/ui/pictures/held-card-illustration.tsx';
import type { CameraState } from './camera.ts';
import type { OpenReader } from './code-reader.ts';
import { PhotoButton } from './photo-button.tsx';
import styles from './qr-scanner.module.css';
import { openReader } from './readers.ts';
import {
  cameraObstacles,
  photoFailures,
  readerObstacles,
  words,
  type Obstacle,
  type PhotoFailure,
} from './scanner-words.ts';
import type { Sighting } from './sightings.ts';
import { useCamera } from './use-camera.ts';
import { useCodeReader } from './use-code-reader.ts';
import { useReading } from './use-reading.ts';
import { Viewfinder } from './viewfinder.tsx';

/** Milliseconds of looking in vain after which a hint may help. */
const untilHint = 8000;

type PhotoState = 'reading' | PhotoFailure | null;

interface Line {
  text: string;
  tone: 'plain' | 'good' | 'bad';
}

const plain = (text: string): Line => ({ text, tone: 'plain' });

interface Situation {
  camera: CameraState;
  photo: PhotoState;
  sighting: Sighting;
  refusal: string | null;
  obstacle: Obstacle | null;
  isReady: boolean;
  isHintDue: boolean;
}

/** The one line of words that matters most now. */
function lineFor({ camera, photo, sighting, refusal, obstacle, isReady, isHintDue }: Situation): Line {
  if (photo === 'reading') return plain(words.readingPhoto);
  if (sighting === 'got') return { text: words.got, tone: 'good' };
  if (sighting === 'past') return plain(words.past);
  if (photo) return { text: photoFailures[photo], tone: 'bad' };
  if (sighting === 'several') return { text: words.several, tone: 'bad' };
  if (refusal !== null) return { text: refusal, tone: 'bad' };
  if (obstacle) return plain(obstacle.title);
  if (camera.is === 'asking') return plain(words.asking);
  if (camera.is !== 'on') return plain(words.starting);
  if (camera.isInterrupted) return plain(words.interrupted);
  if (!isReady) return plain(words.fetching);
  return plain(isHintDue ? words.hint : words.looking);
}

function ToneIcon({ tone }: { tone: Line['tone'] }) {
  if (tone === 'good') return <IconCircleCheck size={22} aria-hidden />;
  return tone === 'bad' ? <IconAlertCircle size={22} aria-hidden /> : null;
}

/** True when nothing was seen for so long that a hint may help. */
function useHint(isLooking: boolean): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (!isLooking) return undefined;
    const timer = setTimeout(() => setDue(true), untilHint);
    return () => {
      clearTimeout(timer);
      setDue(false);
    };
  }, [isLooking]);
  return isDue;
}

interface QrScannerProps {
  /**
   * Called with the text of a code, whatever it says: once for a card that is held up, and again after it had left the
   * picture or its refusal was taken back.
   */
  onRead: (text: string) => void;
  /** For whoever would rather type. */
  onCancel: () => void;
  /** What was wrong with the code that was read last, in words; null while none is, or another one is being tried. */
  refusal: string | null;
  /** It opened by itself: the card of whoever was here before may still lie in front of it, and is not meant. */
  isUnasked?: boolean;
  /** What stands beside a small picture, on a page that has other ways in: then none is offered here. */
  beside?: ReactNode;
  open?: OpenReader;
}

/**
 * Reads login cards with the camera of this device, or from a photo. Everything stops when it leaves the page. The step that it
 * stands in has the title.
 */
export function QrScanner({
  onRead,
  onCancel,
  refusal,
  isUnasked = false,
  beside,
  open = openReader,
}: QrScannerProps) {
  const { camera, state } = useCamera();
  const codeReader = useCodeReader(open);
  const { reader } = codeReader;
  const [photo, setPhoto] = useState<PhotoState>(null);

  const picture = state.is === 'on' ? state : null;
  const stream = picture?.stream ?? null;
  const { video, sighting, hasFailed, see } = useReading({
    stream,
    reader,
    refusal,
    isUnasked,
    onRead: (text) => {
      setPhoto(null);
      onRead(text);
    },
    onNoReader: codeReader.giveUp,
  });

  const isUnreadable = codeReader.failure !== null;
  // A camera whose picture nobody reads has no business to be on.
  useEffect(() => {
    if (isUnreadable) camera.close();
  }, [camera, isUnreadable]);

  function tryAgain() {
    if (isUnreadable) {
      codeReader.tryAgain();
      camera.start();
    } else camera.retry();
  }

  const obstacle =
    codeReader.failure !== null
      ? readerObstacles[codeReader.failure]
      : state.is === 'failed'
        ? cameraObstacles[state.why]
        : hasFailed
          ? cameraObstacles.failed
          : null;
  const isLooking = picture !== null && reader !== null && sighting === 'nothing' && refusal === null;
  const isHintDue = useHint(isLooking);
  const isReady = reader !== null;
  const line = lineFor({ camera: state, photo, sighting, refusal, obstacle, isReady, isHintDue });
  const tryAgainButton = obstacle?.action && (
    <Button size="md" onClick={tryAgain}>
      {obstacle.action}
    </Button>
  );

  if (beside !== undefined) {
    return (
      <section className={styles.small} aria-label="Card scanner">
        <Viewfinder
          camera={camera}
          picture={obstacle ? null : picture}
          isRead={sighting === 'got'}
          video={video}
        >
          <HeldCardIllustration />
        </Viewfinder>
        <div className={styles.beside}>
          {beside}
          <p role="status" className={styles.smallLine} data-tone={line.tone}>
            {/* The words beside it say the same. */}
            {line.text !== words.looking && line.text}
          </p>
          {tryAgainButton}
        </div>
      </section>
    );
  }

  return (
    <section className={styles.scanner} aria-label="Card scanner">
      <Viewfinder
        camera={camera}
        picture={obstacle ? null : picture}
        isRead={sighting === 'got'}
        video={video}
      >
        <HeldCardIllustration />
      </Viewfinder>
      <p role="status" className={styles.line} data-tone={line.tone}>
        <ToneIcon tone={line.tone} />
        {line.text}
        {obstacle && <span className={styles.more}>{obstacle.text}</span>}
      </p>
      <div className={styles.ways}>
        {tryAgainButton}
        {codeReader.failure !== 'none' && (
          <PhotoButton
            reader={reader}
            isReading={photo === 'reading'}
            onReading={() => setPhoto('reading')}
            onRead={(text) => {
              setPhoto(null);
              see([text]);
            }}
            onFailure={setPhoto}
          />
        )}
        <Button
          size="md"
          variant="default"
          leftSection={<IconKeyboard size={20} stroke={1.75} aria-hidden />}
          onClick={onCancel}
        >
          Type it instead
        </Button>
      </div>
    </section>
  );
}
