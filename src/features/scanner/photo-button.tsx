import { Button, FileButton } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { CodeReader } from './code-reader.ts';
import { NoPictureError, readPhoto } from './pictures.ts';
import type { PhotoFailure } from './scanner-words.ts';

interface PhotoButtonProps {
  reader: CodeReader | null;
  isReading: boolean;
  onReading: () => void;
  onRead: (text: string) => void;
  onFailure: (failure: PhotoFailure) => void;
}

/** For a device whose camera cannot be had here: a photo that was taken with another app. */
export function PhotoButton({ reader, isReading, onReading, onRead, onFailure }: PhotoButtonProps) {
  const resetFile = useRef<() => void>(null);
  const isOver = useRef(false);
  useEffect(() => {
    isOver.current = false;
    return () => {
      isOver.current = true;
    };
  }, []);

  async function read(photo: File, by: CodeReader): Promise<{ text: string } | { failure: PhotoFailure }> {
    try {
      const [text, ...others] = await readPhoto(photo, by);
      if (text === undefined) return { failure: 'no_code' };
      return others.length > 0 ? { failure: 'several' } : { text };
    } catch (error) {
      if (error instanceof NoPictureError) return { failure: 'no_picture' };
      console.error(error);
      return { failure: 'no_code' };
    }
  }

  async function choose(photo: File | null) {
    // The same file can then be chosen again.
    resetFile.current?.();
    if (!photo || !reader) return;
    onReading();
    const outcome = await read(photo, reader);
    if (isOver.current) return;
    if ('text' in outcome) onRead(outcome.text);
    else onFailure(outcome.failure);
  }

  return (
    <FileButton accept="image/*" resetRef={resetFile} onChange={(photo) => void choose(photo)}>
      {(button) => (
        <Button
          {...button}
          size="md"
          variant="default"
          loading={isReading}
          disabled={!reader}
          leftSection={<IconPhoto size={20} stroke={1.75} aria-hidden />}
        >
          Use a photo
        </Button>
      )}
    </FileButton>
  );
}
