import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconCircle, IconCircleCheck, IconSend } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { authorWordsOf } from '#contract/works/author-words.rules.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { isOpen } from '#contract/writing/writing.rules.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { useAllRows, useReplica } from '#src/session/use-replica.ts';
import { useUser } from '#src/session/use-session.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { sayNotKept } from './not-kept.ts';
import { checksOf, findPrivateWords, wholeText } from './story.rules.ts';
import { kindNames } from './story-words.ts';
import { discardStory, handIn, handInInput, storyInput, takeBack } from './writing.mutations.ts';
import styles from './writing.module.css';

interface StoryProps {
  work: OwnWork;
  chapters: readonly OwnChapter[];
}

function useChecks(work: OwnWork, chapters: readonly OwnChapter[]) {
  const user = useUser();
  const classes = useAllRows('classes');
  const known = { lastName: user?.last_name ?? '', classNames: classes.rows.map(({ name }) => name) };
  return checksOf(work, chapters, findPrivateWords(wholeText(work, chapters), known));
}

/** The list that ticks itself. It advises and never stops anybody. */
export function Checklist({ work, chapters }: StoryProps) {
  const checks = useChecks(work, chapters);
  return (
    <ul className={styles.checks} aria-label="Is it ready?">
      {checks.map(({ label, hint, done }) => (
        <li key={label} className={styles.check}>
          {done ? (
            <IconCircleCheck
              size={28}
              color="var(--mantine-color-green-filled)"
              role="img"
              aria-label="Done:"
            />
          ) : (
            <IconCircle size={28} role="img" aria-label="Not yet:" />
          )}
          <div>
            <Text fw={600}>{label}</Text>
            {!done && <Text c="dimmed">{hint}</Text>}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** How it will be read. `draw` shows a document. */
export function Preview({
  work,
  chapters,
  draw,
}: StoryProps & { draw: (document: WorkDocument) => ReactNode }) {
  const firstName = useUser()?.first_name ?? '';
  const byline = work.pen_name === '' ? firstName : work.pen_name;
  return (
    <article className={styles.reading} aria-label="Preview">
      <Title order={2} dir="auto">
        {titleOf(work)}
      </Title>
      {byline !== '' && <Text dir="auto">by {byline}</Text>}
      {work.blurb !== '' && (
        <Text c="dimmed" className={styles.note} dir="auto">
          {work.blurb}
        </Text>
      )}
      {work.dedication !== '' && (
        <Text fs="italic" dir="auto">
          {work.dedication}
        </Text>
      )}
      {chapters.map(({ id, title, document }, place) => (
        <section
          key={id}
          className={work.kind === 'book' ? styles.pageSheet : undefined}
          aria-label={work.kind === 'book' ? `Page ${place + 1}` : undefined}
          dir="auto"
          lang={work.language}
        >
          {title !== '' && <Title order={3}>{title}</Title>}
          {draw(document)}
        </section>
      ))}
      {work.about_author !== '' && (
        <section aria-label="About the author" dir="auto">
          <Title order={3}>About the author</Title>
          <Text className={styles.note}>{work.about_author}</Text>
        </section>
      )}
    </article>
  );
}

/** Handing it in, taking it back, and putting it away. */
export function SendPanel({ work, chapters, onGone }: StoryProps & { onGone: () => void }) {
  const replica = useReplica();
  const [discarding, setDiscarding] = useState(false);
  const undone = useChecks(work, chapters).filter(({ done, isTeachers }) => !done && !isTeachers);

  async function keep(change: () => Promise<unknown>): Promise<boolean> {
    try {
      await change();
      return true;
    } catch (error) {
      sayNotKept(error);
      return false;
    }
  }
  const ids = chapters.map(({ id }) => id);
  const { one } = kindNames[work.kind];

  if (work.state === 'submitted')
    return (
      <Stack gap="md">
        <Alert color="green" title="Your teacher has it now">
          You hear here what your teacher says. Did you forget something? Then take it back.
        </Alert>
        <Group>
          <Button
            size="lg"
            variant="default"
            onClick={() => void keep(() => replica.enqueue(takeBack, storyInput(work.id)))}
          >
            Take it back
          </Button>
        </Group>
      </Stack>
    );
  if (!isOpen(work.state)) return <Alert color="green" title={authorWordsOf(work)} />;
  return (
    <Stack gap="md">
      {undone.length > 0 && (
        <Alert color="orange" title="Not everything is ticked yet">
          <ul>
            {undone.map(({ label, hint }) => (
              <li key={label}>
                {label}? {hint}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <Group>
        <Button
          size="lg"
          leftSection={<IconSend size={24} stroke={1.75} aria-hidden />}
          onClick={() => void keep(() => replica.enqueue(handIn, handInInput(work.id, ids)))}
        >
          Hand it in
        </Button>
        <Button size="lg" variant="default" onClick={() => setDiscarding(true)}>
          Put this {one} away
        </Button>
      </Group>
      <ConfirmDialog
        opened={discarding}
        title={`Put this ${one} away?`}
        question="It is not on your page any more then."
        confirmLabel="Put it away"
        cancelLabel="Keep it"
        danger
        onConfirm={async () => {
          if (await keep(() => replica.enqueue(discardStory, storyInput(work.id)))) onGone();
        }}
        onClose={() => setDiscarding(false)}
      />
    </Stack>
  );
}
