import { UnstyledButton } from '@mantine/core';
import { IconBrush, IconDots, IconMicrophone, IconPhoto, type TablerIcon } from '@tabler/icons-react';
import { Suspense, useRef, useState, type ComponentProps, type Ref } from 'react';
import type { BarePicture } from '#contract/works/picture-bytes.rules.ts';
import type { PictureMade } from '#contract/works/picture-limits.schema.ts';
import { lazyWithRetry } from '#src/session/late-code.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { useAtWork } from '#src/ui/dirty-forms.ts';
import { notify } from '#src/ui/notify.tsx';
import { sayNotKept } from '#src/desk/not-kept.ts';
import { PictureSheet } from './picture-sheet.tsx';
import { RecordVoice, type NewRecording } from './record-voice.tsx';
import { shrinkPicture, UnreadablePictureError } from '#src/desk/shrink-picture.ts';
import { UnusableFileError } from '#src/desk/unusable-file.ts';
import { useSheet } from '#src/desk/use-sheet.ts';
import styles from '#src/desk/desk.module.css';

const DrawingPad = lazyWithRetry(async () => (await import('#src/drawing/drawing-pad.tsx')).DrawingPad);

function sayFailure(error: unknown): void {
  if (error instanceof UnusableFileError) notify.error(error.message, 'Please choose another one.');
  else if (error instanceof UnreadablePictureError)
    notify.error('This picture cannot be read here.', 'Please choose another one.');
  else sayNotKept(error, 'This picture');
}

interface BarButtonProps {
  label: string;
  icon: TablerIcon;
  tint: 'picture' | 'draw' | 'speak' | 'more';
  isBusy?: boolean;
  onClick: () => void;
}

function BarButton({ label, icon: Icon, tint, isBusy = false, onClick }: BarButtonProps) {
  return (
    <UnstyledButton className={styles.button} aria-busy={isBusy} onClick={onClick}>
      <span className={styles.tile} data-tint={tint}>
        <Icon size={24} stroke={1.75} aria-hidden />
      </span>
      <span className={styles.buttonName}>{label}</span>
    </UnstyledButton>
  );
}

interface FileInputProps {
  ref: Ref<HTMLInputElement>;
  capture?: 'environment';
  onFile: (file: File) => void;
}

/** What opens the camera, or the pictures of this tablet; nobody sees it. */
function FileInput({ onFile, ...input }: FileInputProps) {
  return (
    <input
      {...input}
      type="file"
      accept="image/*"
      hidden
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0];
        if (file) onFile(file);
        // The same file can then be chosen again.
        currentTarget.value = '';
      }}
    />
  );
}

/** A picture that is kept on this device, by its hash; `alt` where it is known what it shows. */
export interface NewPictureInText {
  sha256: string;
  alt?: string;
}

/** What the sheet of pictures needs to know of the work. */
export type WorkOfBar = Pick<ComponentProps<typeof PictureSheet>, 'kind' | 'pictures' | 'draw'>;

interface DeskBarProps {
  workId: string;
  work: WorkOfBar;
  /** A picture is kept on this device. */
  onPicture: (picture: NewPictureInText) => void;
  onRecording: (recording: NewRecording) => void;
}

/** What one puts in, at the thumb. A picture or a voice is kept on this tablet before it stands in the text. */
export function DeskBar({ workId, work, onPicture, onRecording }: DeskBarProps) {
  const replica = useReplica();
  const more = useSheet('more');
  const pictures = useSheet('picture');
  const [isBusy, setBusy] = useState(false);
  const drawing = useSheet('draw');
  const speaking = useSheet('speak');
  const camera = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  useAtWork(isBusy);

  /** True once it is durable. */
  async function keep(make: () => Promise<BarePicture>, made: PictureMade, alt = ''): Promise<boolean> {
    setBusy(true);
    try {
      onPicture({ sha256: await replica.keepPicture({ workId, made, ...(await make()) }), alt });
      return true;
    } catch (error) {
      sayFailure(error);
      return false;
    } finally {
      setBusy(false);
    }
  }

  const take = (file: File) => void keep(() => shrinkPicture(file), 'photograph');
  /** A browser opens its own window only at once after the tap. */
  function choose(from: HTMLInputElement | null) {
    from?.click();
    pictures.close();
  }

  return (
    <>
      <div className={styles.buttons} role="group" aria-label="Put something in">
        <BarButton label="Picture" icon={IconPhoto} tint="picture" isBusy={isBusy} onClick={pictures.show} />
        <BarButton label="Draw" icon={IconBrush} tint="draw" onClick={drawing.show} />
        <BarButton label="Speak" icon={IconMicrophone} tint="speak" onClick={speaking.show} />
        <BarButton label="More" icon={IconDots} tint="more" onClick={more.show} />
      </div>
      <FileInput ref={camera} capture="environment" onFile={take} />
      <FileInput ref={files} onFile={take} />
      <PictureSheet
        opened={pictures.isOpen}
        onClose={() => pictures.close()}
        {...work}
        onCamera={() => choose(camera.current)}
        onFiles={() => choose(files.current)}
        onPicture={(picture) => pictures.close(() => onPicture(picture))}
        onSticker={(make, alt) => pictures.close(() => void keep(make, 'drawing', alt))}
      />
      {drawing.isOpen && (
        <Suspense fallback={null}>
          <DrawingPad onDone={(drawn) => keep(() => drawn, 'drawing')} onClose={() => drawing.close()} />
        </Suspense>
      )}
      <RecordVoice
        workId={workId}
        opened={speaking.isOpen}
        onKept={onRecording}
        onClose={() => speaking.close()}
      />
    </>
  );
}
