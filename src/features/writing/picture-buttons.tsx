import { ActionIcon, FileButton } from '@mantine/core';
import { IconBrush, IconCamera, IconPhoto } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import type { BarePicture } from '#contract/works/picture-bytes.rules.ts';
import type { PictureMade } from '#contract/works/picture-limits.schema.ts';
import { latePart } from '#src/session/late-code.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { notify } from '#src/ui/notify.tsx';
import { sayNotKept } from './not-kept.ts';
import { shrinkPicture, UnreadablePictureError } from './shrink-picture.ts';
import { UnusableFileError } from './unusable-file.ts';

const DrawingPad = latePart(async () => (await import('./drawing-pad.tsx')).DrawingPad);

function sayFailure(error: unknown): void {
  if (error instanceof UnusableFileError) notify.error(error.message, 'Please choose another one.');
  else if (error instanceof UnreadablePictureError)
    notify.error('This picture cannot be read here.', 'Please choose another one.');
  else sayNotKept(error, 'This picture');
}

interface PictureButtonsProps {
  workId: string;
  /** A picture is kept on this device, and goes by this hash. */
  onKept: (sha256: string) => void;
}

/** A picture from the camera, from a file, or drawn here. It is kept on this tablet before it stands in the text. */
export function PictureButtons({ workId, onKept }: PictureButtonsProps) {
  const replica = useReplica();
  const [isBusy, setBusy] = useState(false);
  const [isDrawing, setDrawing] = useState(false);
  const resetCamera = useRef<() => void>(null);
  const resetFile = useRef<() => void>(null);

  /** True once it is durable. */
  async function keep(make: () => Promise<BarePicture>, made: PictureMade): Promise<boolean> {
    setBusy(true);
    try {
      onKept(await replica.keepPicture({ workId, made, ...(await make()) }));
      return true;
    } catch (error) {
      sayFailure(error);
      return false;
    } finally {
      setBusy(false);
    }
  }

  function choose(file: File | null): void {
    // The same file can then be chosen again.
    resetCamera.current?.();
    resetFile.current?.();
    if (file) void keep(() => shrinkPicture(file), 'photograph');
  }

  return (
    <>
      <FileButton accept="image/*" capture="environment" resetRef={resetCamera} onChange={choose}>
        {(button) => (
          <ActionIcon {...button} size={48} variant="subtle" aria-label="Take a photo" loading={isBusy}>
            <IconCamera size={24} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
      </FileButton>
      <FileButton accept="image/*" resetRef={resetFile} onChange={choose}>
        {(button) => (
          <ActionIcon {...button} size={48} variant="subtle" aria-label="Choose a picture" disabled={isBusy}>
            <IconPhoto size={24} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
      </FileButton>
      <ActionIcon size={48} variant="subtle" aria-label="Draw" onClick={() => setDrawing(true)}>
        <IconBrush size={24} stroke={1.75} aria-hidden />
      </ActionIcon>
      {isDrawing && (
        <Suspense fallback={null}>
          <DrawingPad
            onDone={(drawing) => keep(() => drawing, 'drawing')}
            onClose={() => setDrawing(false)}
          />
        </Suspense>
      )}
    </>
  );
}
