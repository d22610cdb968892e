import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { causeEndpoints } from '#contract/causes/causes.endpoints.ts';
import { causeProblems } from '#contract/causes/causes.problems.ts';
import { missingOf, nextCauseStates } from '#contract/causes/causes.rules.ts';
import { causeLimits, type CauseState, type ManagedCause } from '#contract/causes/causes.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { FormModal } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { ReasonForm, useReasonForm } from '#src/ui/reason-form.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { useWayHere } from '#src/ui/way-back.ts';
import { causePlaces } from './cause-places.ts';
import { causeStateWords, moveWords } from './causes.words.ts';

interface CauseMovesProps {
  cause: ManagedCause;
  isPlatform: boolean;
  api: ApiClient;
  onMoved: () => void;
}

/** What happens by it, where that is not plain. */
const questions: Partial<Record<CauseState, string>> = {
  closed: 'Nothing is collected for it any more. The platform alone can open it again.',
  paused: 'Nothing is collected for it until it goes on. Books collect for the cause of the shop meanwhile.',
  open: 'Everybody can read of it, and books can collect for it. Did you look up its registration?',
};

function GiveBack({
  cause,
  onSubmit,
  onClose,
}: {
  cause: ManagedCause;
  onSubmit: (reason: string) => Promise<boolean>;
  onClose: () => void;
}) {
  const form = useReasonForm();
  const draft = useFormDraft(`cause ${cause.id} given back`, form);
  return (
    <ReasonForm
      form={form}
      draft={draft}
      maxLength={causeLimits.reason}
      question={`What is missing before “${cause.name}” can open?`}
      label="What is missing"
      reader="The school reads it."
      submitLabel="Give back"
      onSubmit={onSubmit}
      onClose={onClose}
    />
  );
}

/** Where a cause can go from where it is. */
export function CauseMoves({ cause, isPlatform, api, onMoved }: CauseMovesProps) {
  const [busy, setBusy] = useState<CauseState | null>(null);
  const asking = useDialog<CauseState>();
  const reasoning = useDialog<CauseState>();
  const here = useWayHere(cause.name);
  const navigate = useNavigate();
  /** To the fields that are missing. */
  const fillIn = () => void navigate(causePlaces(isPlatform).fillIn(cause.id), { state: here });
  const mover = isPlatform ? (cause.owner === null ? 'platform_own' : 'platform') : 'school';

  async function move(state: CauseState, reason = ''): Promise<boolean> {
    setBusy(state);
    try {
      await api.call(causeEndpoints.move, { params: { id: cause.id }, body: { state, reason } });
      notify.success(`${cause.name}: ${causeStateWords[state].toLowerCase()}`);
      onMoved();
      return true;
    } catch (error) {
      const { text, code, isOffline } = failureOf(error);
      if (code === causeProblems.incomplete.code) fillIn();
      else notify.error('This could not be done', text);
      // Without a network the page would go, with what is typed on it.
      if (!isOffline) onMoved();
      return false;
    } finally {
      setBusy(null);
    }
  }

  function choose(state: CauseState) {
    const isForward = state === 'submitted' || state === 'open';
    if (isForward && Object.keys(missingOf(cause)).length > 0) fillIn();
    else if (isPlatform && state === 'draft') reasoning.open(state);
    else if (questions[state] !== undefined && !(cause.state === 'paused' && state === 'open'))
      asking.open(state);
    else void move(state);
  }

  const states = nextCauseStates(cause.state, mover);
  const asked = asking.subject;
  return (
    <>
      <Text fw={600}>{causeStateWords[cause.state]}</Text>
      {cause.reason !== '' && (
        <Text dir="auto">
          <Text span c="dimmed">
            Given back:{' '}
          </Text>
          {cause.reason}
        </Text>
      )}
      <Group gap="sm">
        {states.map((state) => (
          <Button
            key={state}
            variant={state === 'open' || state === 'submitted' ? 'filled' : 'default'}
            loading={busy === state}
            disabled={busy !== null && busy !== state}
            onClick={() => choose(state)}
          >
            {moveWords(cause.state, state, isPlatform)}
          </Button>
        ))}
      </Group>
      <ConfirmDialog
        opened={asking.opened}
        title={asked ? `${moveWords(cause.state, asked, isPlatform)} “${cause.name}”?` : ''}
        question={asked && questions[asked]}
        confirmLabel={asked ? moveWords(cause.state, asked, isPlatform) : ''}
        danger={asked === 'closed'}
        onConfirm={async () => {
          if (asked) await move(asked);
        }}
        onClose={asking.close}
      />
      <FormModal opened={reasoning.opened} title={`Give “${cause.name}” back`} onClose={reasoning.close}>
        <GiveBack cause={cause} onSubmit={(reason) => move('draft', reason)} onClose={reasoning.close} />
      </FormModal>
    </>
  );
}
