import { Button, Group, Text } from '@mantine/core';
import { IconBook, IconPencil } from '@tabler/icons-react';
import { useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { authorWordsOf } from '#contract/works/author-words.rules.ts';
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
  const mine = works.filter((work) => work.challenge === id && work.state !== 'archived');
  const begun = mine.find(({ state }) => isOpen(state));
  const done = begun ? undefined : mine.at(-1);

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

  const first = done ? 'Start another' : 'Start';
  return (
    <Group gap="xs">
      {done && (
        <>
          <Text w="100%">{authorWordsOf(done)}.</Text>
          <Button
            component={Link}
            to={ownWorkAt(done)}
            size="lg"
            leftSection={<IconBook size={24} aria-hidden />}
          >
            See it
          </Button>
        </>
      )}
      <Button
        size="lg"
        variant={done ? 'default' : 'filled'}
        leftSection={<IconPencil size={24} aria-hidden />}
        onClick={() => void start()}
      >
        {begun ? 'Go on' : first}
      </Button>
      <Ear words={`${preset.prompt} Tap the yellow button to ${done ? 'see yours' : 'begin'}.`} />
    </Group>
  );
}
