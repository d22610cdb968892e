import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { paths } from '#contract/kit/paths.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { isOpen } from '#contract/writing/writing.rules.ts';
import { DeskFrame } from './desk-frame.tsx';
import { MessagePaper } from './message-paper.tsx';
import { OwnStory } from './story-desk.tsx';
import { HandedIn, TakeBackButton } from './story-steps.tsx';
import { TeachersSlip } from '#src/desk/teachers-slip.tsx';
import { useOwnStories } from '#src/desk/use-own-stories.ts';
import { discardStory, storyInput } from '#src/desk/writing.mutations.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { sayNotKept } from '#src/desk/not-kept.ts';
import { useNavigate } from 'react-router-dom';
import deskStyles from '#src/desk/desk.module.css';
import styles from '#src/desk/writing.module.css';

const title = 'A message to the world';

const instructions =
  'What would you like to tell the world? Write it in a few words. Make a drawing. Choose a goal. Then tap: Hand it in.';

interface MessageDeskProps {
  /** Its id. */
  message: string;
  /** Shows a document. */
  draw: (document: WorkDocument) => ReactNode;
  /** Reads these words out. */
  ear: (words: string) => ReactNode;
}

/** One message of one's own: written on one calm screen while it is open, else as it was handed in. */
export function MessageDesk({ message, draw, ear }: MessageDeskProps) {
  const { works } = useOwnStories();
  const replica = useReplica();
  const navigate = useNavigate();

  async function putAway(id: string) {
    try {
      await replica.enqueue(discardStory, storyInput(id));
      await navigate(paths.messages());
    } catch (error) {
      sayNotKept(error);
    }
  }

  return (
    <OwnStory story={message} kind="message" list={paths.messages()}>
      {({ work, chapters, back }) => {
        const [chapter] = chapters;
        const shown = { title, back, ear: ear(instructions) };
        if (chapter && isOpen(work.state))
          return (
            <MessagePaper
              key={chapter.id}
              work={work}
              chapter={chapter}
              own={works}
              draw={draw}
              frame={shown}
              onPutAway={() => putAway(work.id)}
            />
          );
        return (
          <DeskFrame {...shown} foot={work.state === 'submitted' && <TakeBackButton work={work} />}>
            <div className={deskStyles.column}>
              <TeachersSlip work={work} chapters={chapters} />
              {isOpen(work.state) ? (
                <Alert color="blue">Your words come in a moment.</Alert>
              ) : (
                <HandedIn work={work} />
              )}
              <article className={styles.reading} aria-label="Your message" dir="auto" lang={work.language}>
                {chapter && draw(chapter.document)}
              </article>
            </div>
          </DeskFrame>
        );
      }}
    </OwnStory>
  );
}
