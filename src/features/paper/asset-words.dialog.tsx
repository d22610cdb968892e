import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { documentLimits } from '#contract/works/document.schema.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { TextArea } from '#src/desk/text-area.tsx';

interface AssetWordsProps {
  kind: 'picture' | 'recording';
  alt: string;
  onDone: (words: string) => void;
  onClose: () => void;
}

const questions = {
  picture: {
    title: 'What can be seen in it?',
    why: 'For everybody who cannot see your picture: it is read aloud to them.',
  },
  recording: {
    title: 'What do you say in it?',
    why: 'For everybody who cannot hear your recording: they read it.',
  },
} as const;

/** Asks kindly, and takes no for an answer. */
export function AssetWordsDialog({ kind, alt, onDone, onClose }: AssetWordsProps) {
  const { title, why } = questions[kind];
  const [words, setWords] = useState(alt);
  return (
    <Dialog opened size={480} title={title} spoken={`${title} ${why}`} onClose={onClose}>
      <Stack gap="md">
        <TextArea
          label="In a few words"
          description={why}
          rows={3}
          maxLength={documentLimits.altLength}
          value={words}
          onChange={setWords}
          isFirst
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
