import { Alert, Button, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { limits } from '#contract/kit/limits.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { handedInBeside, lengthOfMessage, messageLacks } from '#contract/works/message.rules.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { counted } from '#src/lib/counted.ts';
import { useAllRows, useReplica } from '#src/session/use-replica.ts';
import { useUser } from '#src/session/use-session.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { OtherVersions } from './chapter-versions.tsx';
import { DeskFrame } from './desk-frame.tsx';
import { MessageDrawing } from './message-drawing.tsx';
import { MessageFields } from './message-fields.tsx';
import { sayNotKept } from '#src/desk/not-kept.ts';
import { SavedNote } from '#src/desk/saved-note.tsx';
import { findPrivateWords } from '#src/desk/story.rules.ts';
import { TeachersSlip } from '#src/desk/teachers-slip.tsx';
import { TextArea } from '#src/desk/text-area.tsx';
import { storableLines, useMessage } from './use-message.ts';
import { saveFields } from '#src/desk/use-saved.ts';
import { handIn, handInInput } from '#src/desk/writing.mutations.ts';
import deskStyles from '#src/desk/desk.module.css';
import styles from '#src/desk/writing.module.css';

/** What is still to do before it can be handed in. */
const toDo = {
  words: 'Write what you want to tell the world.',
  shorter: `Make it shorter: ${limits.messageLength} characters fit.`,
  drawing: 'Make a drawing.',
  goal: 'Choose a goal.',
} as const;

interface MessagePaperProps {
  work: OwnWork;
  chapter: OwnChapter;
  /** All works of the child, for how many were handed in. */
  own: readonly OwnWork[];
  draw: (document: WorkDocument) => ReactNode;
  frame: Pick<ComponentProps<typeof DeskFrame>, 'title' | 'back' | 'ear'>;
  onPutAway: () => Promise<void>;
}

/** Words, a drawing, a goal: what a message is made of, on one screen. */
export function MessagePaper({ work, chapter, own, draw, frame, onPutAway }: MessagePaperProps) {
  const replica = useReplica();
  const user = useUser();
  const classes = useAllRows('classes');
  const { parts, change, state, draft } = useMessage(chapter);
  const [isLeaving, setLeaving] = useState(false);
  const { text, drawing } = parts;
  const left = limits.messageLength - lengthOfMessage(text);
  const lacks = messageLacks(parts, work.sdgs);
  const handedIn = handedInBeside(work.id, own);
  const isFull = handedIn >= limits.messagesPerYear;
  // What is at the top says why.
  const missing = isFull || chapter.others.length > 0 ? '' : lacks && `Still to do: ${toDo[lacks]}`;
  const known = { lastName: user?.last_name ?? '', classNames: classes.rows.map(({ name }) => name) };
  const [secret] = findPrivateWords([text, drawing?.alt, work.pen_name].join('\n'), known);

  async function send() {
    try {
      saveFields();
      await draft.save();
      await replica.enqueue(handIn, handInInput(work.id, [chapter.id]));
    } catch (error) {
      sayNotKept(error);
    }
  }

  return (
    <DeskFrame
      {...frame}
      foot={
        <>
          <Text role="status" flex={1}>
            {missing ?? 'Your message is ready.'}
          </Text>
          {missing === null && (
            <Button
              size="lg"
              leftSection={<IconSend size={24} stroke={1.75} aria-hidden />}
              onClick={() => void send()}
            >
              Hand it in
            </Button>
          )}
        </>
      }
    >
      <div className={deskStyles.column} onBlur={() => void draft.save()}>
        <TeachersSlip work={work} chapters={[chapter]} />
        {isFull ? (
          <Alert color="orange" title="You have handed in two messages this year">
            This one is kept. Take one of the others back, and you can hand this one in.
          </Alert>
        ) : (
          handedIn > 0 && <Text>You have handed in one message this year. One more fits.</Text>
        )}
        <OtherVersions chapter={chapter} part="message" draw={draw} onChosen={() => undefined} />
        <TextArea
          label="What do you tell the world?"
          description="What do you see? What do you wish? What do you do yourself?"
          rows={5}
          maxLength={4000}
          value={text}
          onChange={(typed) => change({ text: storableLines(typed) })}
        />
        <Text c={left < 0 ? 'red' : 'dimmed'} fw={left < 0 ? 700 : 400}>
          {left < 0 ? `${counted(-left, 'character')} too many` : `${counted(left, 'character')} left`}
        </Text>
        <SavedNote of={state} />
        <MessageDrawing
          workId={work.id}
          drawing={drawing}
          draw={draw}
          onChange={(changed) => change({ drawing: changed })}
        />
        <MessageFields work={work} />
        {secret && (
          <Alert color="orange" title="Is this private?">
            Look at “{secret.text}”. Is it a real {secret.kind}? Then leave it out.
          </Alert>
        )}
        <Text c="dimmed">
          Your teacher reads it first. The whole world may see it only if your family says yes.
        </Text>
        {work.state === 'draft' && (
          <Button variant="subtle" color="red" className={styles.begin} onClick={() => setLeaving(true)}>
            Put this message away
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={isLeaving}
        title="Put this message away?"
        question="It is not in your list any more."
        confirmLabel="Put it away"
        cancelLabel="Keep it"
        onConfirm={onPutAway}
        onClose={() => setLeaving(false)}
      />
    </DeskFrame>
  );
}
