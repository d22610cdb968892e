import { UnstyledButton } from '@mantine/core';
import { IconCamera, IconPhoto } from '@tabler/icons-react';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import type { BarePicture } from '#contract/works/picture-bytes.rules.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { WorkKind } from '#contract/works/works.schema.ts';
import { lazyWithRetry } from '#src/session/late-code.ts';
import type { PictureOfWork } from '#src/desk/desk-parts.ts';
import { Sheet } from '#src/desk/sheet.tsx';
import { kindNames } from '#src/desk/story-words.ts';
import styles from '#src/desk/desk.module.css';

const StickerShelf = lazyWithRetry(
  async () => (await import('#src/drawing/stickers/sticker-shelf.tsx')).StickerShelf,
);

/** Whether something can take a photograph here; false until it is known. */
function useHasCamera(): boolean {
  const [hasCamera, setHasCamera] = useState(false);
  useEffect(() => {
    const { mediaDevices } = navigator as Partial<Navigator>;
    // Where it cannot be told, one can still choose a file.
    mediaDevices?.enumerateDevices?.().then(
      (devices) => setHasCamera(devices.some(({ kind }) => kind === 'videoinput')),
      () => undefined,
    );
  }, []);
  return hasCamera;
}

interface PictureSheetProps {
  opened: boolean;
  onClose: () => void;
  kind: WorkKind;
  pictures: readonly PictureOfWork[];
  draw: (document: WorkDocument) => ReactNode;
  onCamera: () => void;
  onFiles: () => void;
  onPicture: (picture: PictureOfWork) => void;
  onSticker: (make: () => Promise<BarePicture>, name: string) => void;
}

/** Where a picture comes from: the camera, this tablet, the work itself, or a sticker. */
export function PictureSheet({ opened, onClose, ...from }: PictureSheetProps) {
  // Asked before the sheet opens, or the choices would move under the finger.
  const hasCamera = useHasCamera();
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title="Picture"
      spoken="Choose a picture. Take a photo, find one on this tablet, or tap a sticker that you like."
    >
      <Sources hasCamera={hasCamera} {...from} />
    </Sheet>
  );
}

function Sources({
  hasCamera,
  kind,
  pictures,
  draw,
  onCamera,
  onFiles,
  onPicture,
  onSticker,
}: Omit<PictureSheetProps, 'opened' | 'onClose'> & { hasCamera: boolean }) {
  const own = pictures.length > 0 && {
    name: `In this ${kindNames[kind].one}`,
    content: (
      <div className={styles.ownPictures}>
        {pictures.map(({ sha256, alt }, place) => (
          <UnstyledButton
            key={sha256}
            className={styles.ownPicture}
            aria-label={alt === '' ? `Picture ${place + 1}` : alt}
            onClick={() => onPicture({ sha256, alt })}
          >
            {draw({ type: 'doc', content: [{ type: 'picture', attrs: { sha256, alt, width: 'full' } }] })}
          </UnstyledButton>
        ))}
      </div>
    ),
  };
  return (
    <>
      <div className={styles.choices}>
        {hasCamera && (
          <UnstyledButton className={styles.choice} onClick={onCamera}>
            <span className={styles.tile} data-tint="picture">
              <IconCamera size={32} stroke={1.75} aria-hidden />
            </span>
            Take a photo
          </UnstyledButton>
        )}
        <UnstyledButton className={styles.choice} onClick={onFiles}>
          <span className={styles.tile} data-tint="draw">
            <IconPhoto size={32} stroke={1.75} aria-hidden />
          </span>
          From this tablet
        </UnstyledButton>
      </div>
      <div className={styles.stickers}>
        <Suspense fallback={null}>
          <StickerShelf own={own || null} onChoose={({ name }, make) => onSticker(make, name)} />
        </Suspense>
      </div>
    </>
  );
}
