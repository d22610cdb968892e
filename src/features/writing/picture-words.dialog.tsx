import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { documentLimits } from '#contract/works/document.schema.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { TextArea } from './text-area.tsx';

interface PictureWordsProps {
  alt: string;
  onDone: (words: string) => void;
  onClose: () => void;
}

/** Asks kindly, and takes no for an answer. */
export function PictureWordsDialog({ alt, onDone, onClose }: PictureWordsProps) {
  const [words, setWords] = useState(alt);
  return (
    <Dialog opened size={480} title="What can be seen in it?" onClose={onClose}>
      <Stack gap="md">
        <TextArea
          label="In a few words"
          description="For everybody who cannot see your picture: it is read aloud to them."
          rows={3}
          maxLength={documentLimits.altLength}
          value={words}
          onChange={setWords}
        />
        <Group>
          <Button size="lg" onClick={() => onDone(words.trim())}>
            Done
          </Button>
          <Button size="lg" variant="default" onClick={onClose}>
            Later
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
