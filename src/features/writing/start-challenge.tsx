import { Button, Group } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { ownWorkAt } from '#contract/writing/writing.paths.ts';
import { isOpen } from '#contract/writing/writing.rules.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { sayNotKept } from '#src/desk/not-kept.ts';
import { useOwnStories } from '#src/desk/use-own-stories.ts';
import { Ear } from '#src/ui/ear.tsx';
import { beginChallenge, type Challenge } from './begin-challenge.ts';

/** Begins a work for a challenge and opens its paper, with or without a network; where one was begun, goes on with it. */
export function StartChallenge({ challenge }: { challenge: Challenge }) {
  const { id, kind, preset } = challenge;
  const replica = useReplica();
  const navigate = useNavigate();
  const { works } = useOwnStories();
  /** A second tap would begin a second one; whoever began one is on the way to its paper. */
  const isBeginning = useRef(false);
  const begun = works.find((work) => work.challenge === id && isOpen(work.state));

  async function start() {
    if (isBeginning.current) return;
    isBeginning.current = true;
    try {
      await navigate(`${ownWorkAt(begun ?? (await beginChallenge(replica, challenge)))}?step=write`, {
        state: { write: true },
      });
    } catch (error) {
      isBeginning.current = false;
      sayNotKept(error, kind === 'book' ? 'A new book' : 'A new story');
    }
  }

  return (
    <Group gap="xs">
      <Button size="lg" leftSection={<IconPencil size={24} aria-hidden />} onClick={() => void start()}>
        {begun ? 'Go on' : 'Start'}
      </Button>
      <Ear words={`${preset.prompt} Tap the yellow button to begin.`} />
    </Group>
  );
}
