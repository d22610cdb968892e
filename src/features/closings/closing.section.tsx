import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { closingDays, type Closing } from '#contract/closings/closings.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { AnswerWaiting } from '#src/ui/answer-waiting.tsx';
import { FormModal } from '#src/ui/form-modal.tsx';
import { sayInFull, useNow } from '#src/ui/moments.ts';
import { AskToCloseForm, ConfirmCloseForm } from './closing.forms.tsx';
import { mayConfirm, sayAsk, sayClosing, sayWaiting, waysToSettle } from './closing.words.ts';
import type { ClosingCalls } from './closings.calls.ts';
import { KeepDialog } from './keep.dialog.tsx';
import { WriteOffPart } from './write-off.part.tsx';

interface PartProps {
  state: Closing;
  calls: ClosingCalls;
  isSuspended: boolean;
  onDone: () => void;
}

function StateWords({ state, calls: { by }, isSuspended }: Omit<PartProps, 'onDone'>) {
  const now = useNow();
  const { ask, closing, gone_at } = state;
  if (gone_at !== null) return <Text>Gone since {sayInFull(gone_at)}. Everything was deleted.</Text>;
  if (closing)
    return (
      <>
        <Text role="status" dir="auto">
          {sayClosing(closing, isSuspended, now)}
        </Text>
        {closing.waits_for.length > 0 && <Text>{sayWaiting(closing.waits_for)}</Text>}
        {by === 'platform' && closing.waits_for.length > 0 && (
          <Stack gap="xs" align="flex-start">
            {waysToSettle(closing.waits_for).map(({ label, to }) => (
              <Anchor key={to} component={Link} to={to}>
                {label}
              </Anchor>
            ))}
          </Stack>
        )}
      </>
    );
  if (ask)
    return (
      <Text role="status" dir="auto">
        {sayAsk(state, now)} Reason: {ask.reason}
      </Text>
    );
  return <Text>You have {closingDays} days to change your mind. After that everything is deleted.</Text>;
}

function Actions({ state, calls, isSuspended, onDone }: PartProps) {
  const [shown, setShown] = useState<'ask' | 'confirm' | 'keep' | null>(null);
  const now = useNow();
  const { school_name: name, ask, closing, gone_at } = state;
  if (gone_at !== null) return null;
  const isOwn = calls.by === 'school';
  const isOthers = isOwn && (closing?.is_by_platform ?? ask?.is_by_platform) === true;
  const close = () => setShown(null);
  const props = { calls, isSuspended, onDone, onClose: close };
  return (
    <Group>
      {!closing && mayConfirm(state, calls.by, now) && (
        <Button color="red" onClick={() => setShown('confirm')}>
          Confirm…
        </Button>
      )}
      {(closing ?? ask) && !isOthers && <Button onClick={() => setShown('keep')}>Keep the school…</Button>}
      {!closing && !isOthers && (!ask || ask.is_mine || !ask.is_by_platform) && (
        <Button color="red" variant="light" onClick={() => setShown('ask')}>
          {ask?.is_mine === true ? 'Ask again…' : 'Close…'}
        </Button>
      )}
      <FormModal opened={shown === 'ask'} title={`Close ${name}?`} onClose={close}>
        <AskToCloseForm {...props} state={state} />
      </FormModal>
      <FormModal opened={shown === 'confirm'} title={`Close ${name}?`} onClose={close}>
        <ConfirmCloseForm {...props} state={state} needsCode={ask?.needs === 'code'} />
      </FormModal>
      <KeepDialog calls={calls} onDone={onDone} onClose={close} name={name} opened={shown === 'keep'} />
    </Group>
  );
}

interface ClosingSectionProps {
  calls: ClosingCalls;
  /** The platform suspended it, and closing it changes nothing about that. */
  isSuspended?: boolean;
  onChanged?: () => void;
}

/** The end of a school: ask for it, confirm it, keep the school after all. */
export function ClosingSection({ calls, isSuspended = false, onChanged }: ClosingSectionProps) {
  const { status, value: state, busy, isGone, reload } = useAnswer(calls.read);
  const done = () => {
    reload();
    onChanged?.();
  };
  if (state)
    return (
      <Stack align="flex-start">
        <StateWords state={state} calls={calls} isSuspended={isSuspended} />
        <WriteOffPart state={state} calls={calls} onDone={done} />
        <Actions state={state} calls={calls} isSuspended={isSuspended} onDone={done} />
      </Stack>
    );
  return (
    <AnswerWaiting
      answer={{ status, busy, isGone, reload }}
      failed="Whether the school is closing could not be fetched"
      unreachable={`It can be closed and kept ${asSoonAsReached}.`}
      height={64}
    />
  );
}
