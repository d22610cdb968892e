import { Alert, Button, Text, Title } from '@mantine/core';
import { IconCircle, IconCircleCheck, IconSend } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { authorWordsOf } from '#contract/works/author-words.rules.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { useAllRows, useReplica } from '#src/session/use-replica.ts';
import { useUser } from '#src/session/use-session.ts';
import { sayNotKept } from './not-kept.ts';
import { checksOf, findPrivateWords, wholeText } from './story.rules.ts';
import { handIn, handInInput, storyInput, takeBack } from './writing.mutations.ts';
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

/** What is not ticked yet: it advises and stops nobody. */
export function NotTicked({ work, chapters }: StoryProps) {
  const undone = useChecks(work, chapters).filter(({ done, isTeachers }) => !done && !isTeachers);
  if (undone.length === 0) return null;
  return (
    <Alert color="orange" title="Not everything is ticked yet">
      <ul>
        {undone.map(({ label, hint }) => (
          <li key={label}>
            {label}? {hint}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** How far it has got, once it is handed in. */
export function HandedIn({ work }: { work: OwnWork }) {
  return work.state === 'submitted' ? (
    <Alert color="green" title="Your teacher has it now">
      You hear here what your teacher says. Did you forget something? Then take it back.
    </Alert>
  ) : (
    <Alert color="green" title={authorWordsOf(work)} />
  );
}

/** Handing it in, or taking it back. */
export function HandInButton({ work, chapters }: StoryProps) {
  const replica = useReplica();
  const ids = chapters.map(({ id }) => id);
  if (work.state === 'submitted')
    return (
      <Button
        size="lg"
        variant="default"
        onClick={() => void replica.enqueue(takeBack, storyInput(work.id)).catch(sayNotKept)}
      >
        Take it back
      </Button>
    );
  return (
    <Button
      size="lg"
      leftSection={<IconSend size={24} stroke={1.75} aria-hidden />}
      onClick={() => void replica.enqueue(handIn, handInInput(work.id, ids)).catch(sayNotKept)}
    >
      Hand it in
    </Button>
  );
}
