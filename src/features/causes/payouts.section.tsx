import { Button, Group, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { payoutEndpoints } from '#contract/causes/payouts.endpoints.ts';
import type { Payout } from '#contract/causes/payouts.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { WaitingCards } from '#src/ui/card-list.tsx';
import { CardSection } from '#src/ui/card-section.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { FormModal } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { PayableList } from './payable-list.tsx';
import { PayoutList, type PayoutAct } from './payout-list.tsx';
import { payoutTitle } from './payouts.words.ts';
import { ProofForm } from './proof.form.tsx';
import { SentForm } from './sent.form.tsx';

/** Payouts that are shown at first, and at most. */
const few = 20;
const most = 100;
/** Milliseconds until it is looked again whether shares are collected. */
const lookAgain = 2000;

function usePayouts(api: ApiClient, causeId: string | undefined) {
  const [limit, setLimit] = useState(few);
  const load = useCallback(
    async (signal: AbortSignal) => {
      const of = causeId === undefined ? {} : { cause_id: causeId };
      const [payable, payouts] = await Promise.all([
        api.call(payoutEndpoints.listPayable, { query: of }, { signal }),
        api.call(payoutEndpoints.list, { query: { ...of, limit } }, { signal }),
      ]);
      return { payable, ...payouts };
    },
    [api, causeId, limit],
  );
  const answer = useAnswer(load);
  const { value, reload } = answer;
  const isCollecting = value?.results.some(({ state }) => state === 'collecting') === true;
  useEffect(() => {
    if (!isCollecting) return undefined;
    const timer = setInterval(reload, lookAgain);
    return () => clearInterval(timer);
  }, [isCollecting, reload]);
  return { ...answer, showMore: () => setLimit(most) };
}

/** What can be paid out, and what was: of one cause, or of all causes and schools. */
export function PayoutsSection({ causeId, api }: { causeId?: string; api: ApiClient }) {
  const { value, status, busy, isGone, reload, showMore } = usePayouts(api, causeId);
  const sending = useDialog<Payout>();
  const proving = useDialog<Payout>();
  const cancelling = useDialog<Payout>();
  const dialogs = { send: sending, prove: proving, cancel: cancelling };

  async function cancel({ id }: Payout): Promise<void> {
    try {
      await api.call(payoutEndpoints.cancel, { params: { id } });
      notify.success('The payout is cancelled');
    } catch (error) {
      notify.error('This could not be cancelled', failureOf(error).text);
    }
    reload();
  }

  const form = (payout: Payout, act: PayoutAct) => ({
    payout,
    api,
    onDone: reload,
    onClose: dialogs[act].close,
  });
  return (
    <CardSection title="Payouts">
      {value === null && (status === 'unreachable' || status === 'failed') && (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed="The payouts could not be fetched"
          unreachable={`They show up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      )}
      {value === null && status === 'loading' && <WaitingCards />}
      {value && (
        <>
          <PayableList payable={value.payable} api={api} onPrepared={reload} />
          <PayoutList
            payouts={value.results}
            busy={busy}
            onAct={(payout, act) => dialogs[act].open(payout)}
          />
          {value.count > value.results.length && (
            <Group>
              {value.results.length < most ? (
                <Button variant="default" loading={busy} onClick={showMore}>
                  Show older ones
                </Button>
              ) : (
                <Text c="dimmed">Older ones are on the pages of their causes.</Text>
              )}
            </Group>
          )}
        </>
      )}
      <FormModal opened={sending.opened} title="Record the transfer" onClose={sending.close}>
        {sending.subject && <SentForm key={sending.subject.id} {...form(sending.subject, 'send')} />}
      </FormModal>
      <FormModal opened={proving.opened} title="Show that it arrived" onClose={proving.close}>
        {proving.subject && <ProofForm key={proving.subject.id} {...form(proving.subject, 'prove')} />}
      </FormModal>
      <ConfirmDialog
        opened={cancelling.opened}
        title={cancelling.subject ? `Cancel ${payoutTitle(cancelling.subject)}?` : ''}
        question="Please cancel it only if the money was not transferred. Its shares can be paid out again."
        confirmLabel="Cancel the payout"
        cancelLabel="Keep it"
        danger
        onConfirm={async () => {
          if (cancelling.subject) await cancel(cancelling.subject);
        }}
        onClose={cancelling.close}
      />
    </CardSection>
  );
}
