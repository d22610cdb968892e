import { Alert, Button, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { authorWordsOf } from '#contract/works/author-words.rules.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { directionOfWork } from '#src/lib/direction.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { useUser } from '#src/session/use-session.ts';
import { sayNotKept } from '#src/desk/not-kept.ts';
import { storyInput, takeBack } from '#src/desk/writing.mutations.ts';
import styles from '#src/desk/writing.module.css';

interface StoryProps {
  work: OwnWork;
  chapters: readonly OwnChapter[];
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
    <article className={styles.reading} aria-label="Preview" dir={directionOfWork(work)}>
      <Title order={2} dir="auto">
        {titleOf(work)}
      </Title>
      {byline !== '' && (
        <Text>
          {/* In an Arabic book, too, the name comes after its "by". */}
          <bdi dir="ltr">
            by <bdi>{byline}</bdi>
          </bdi>
        </Text>
      )}
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
          lang={work.language}
        >
          {title !== '' && (
            <Title order={3} dir="auto">
              {title}
            </Title>
          )}
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

const handedIn = {
  title: 'Your teacher has it now',
  text: 'Your teacher’s answer comes here. Did you forget something? Then take it back.',
};

/** Read out of a work that cannot be changed now. */
export function spokenOfHandedIn(work: OwnWork): string {
  return work.state === 'submitted' ? `${handedIn.title}. ${handedIn.text}` : authorWordsOf(work);
}

/** How far it has got, once it is handed in. */
export function HandedIn({ work }: { work: OwnWork }) {
  const isWithTeacher = work.state === 'submitted';
  return (
    <Alert color="green" title={isWithTeacher ? handedIn.title : authorWordsOf(work)}>
      {isWithTeacher && handedIn.text}
    </Alert>
  );
}

/** As long as nobody has answered, it can be taken back. */
export function TakeBackButton({ work }: { work: OwnWork }) {
  const replica = useReplica();
  return (
    <Button
      size="lg"
      variant="default"
      onClick={() => void replica.enqueue(takeBack, storyInput(work.id)).catch(sayNotKept)}
    >
      Take it back
    </Button>
  );
}
