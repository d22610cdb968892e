import { Alert, Button, Text, Title } from '@mantine/core';
import { IconWifiOff } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { product } from '#contract/kit/product.ts';
import { parkedEndpoints } from '#contract/sync/grants.endpoints.ts';
import type { ParkedCall } from '#contract/sync/grants.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useReplica } from '#src/session/use-replica.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { CardList, CardRow } from '#src/ui/card-list.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { saySince, useNow } from '#src/ui/moments.ts';
import { notify } from '#src/ui/notify.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { kindInWords, reasonInWords } from './parked-words.ts';
import styles from './parked-work.module.css';
import { useParkedWork } from './use-parked-work.ts';

function nameOf({ made_by: { first_name, last_name } }: ParkedCall): string {
  return `${first_name} ${last_name}`.trim();
}

interface RowProps {
  parked: ParkedCall;
  isReachable: boolean;
  onApply: () => Promise<void>;
  onDismiss: () => void;
}

function ParkedRow({ parked, isReachable, onApply, onDismiss }: RowProps) {
  const [busy, setBusy] = useState(false);
  const now = useNow();
  const name = nameOf(parked);
  const kind = kindInWords(parked.name);

  async function apply() {
    setBusy(true);
    await onApply();
    setBusy(false);
  }

  return (
    <CardRow
      actions={
        <>
          <Button
            loading={busy}
            disabled={!isReachable}
            aria-label={`Apply: ${kind}, ${name}`}
            onClick={() => void apply()}
          >
            Apply
          </Button>
          <Button
            variant="default"
            disabled={!isReachable || busy}
            aria-label={`Dismiss: ${kind}, ${name}`}
            onClick={onDismiss}
          >
            Dismiss
          </Button>
        </>
      }
    >
      <Text fw={600}>
        <bdi>{name}</bdi>
      </Text>
      <Text>{kind}</Text>
      <Text c="dimmed">
        since {saySince(parked.parked_at, now)}, because {reasonInWords(parked.reason)}
      </Text>
    </CardRow>
  );
}

/** Changes that came from a tablet when their student might have been somebody else. Where there are none, nothing. */
export function ParkedWorkSection({ api = apiClient }: { api?: ApiClient }) {
  const { status, rows, count, reload } = useParkedWork(api);
  const replica = useReplica();
  const dismissing = useDialog<ParkedCall>();
  const titleId = useId();

  async function decide(work: () => Promise<unknown>, done: string, failed: string) {
    try {
      await work();
      notify.success(done);
    } catch (error) {
      notify.error(failed, failureOf(error).text);
    }
    // What was decided is gone, here or because a colleague was quicker; what it changed comes with the next pull.
    replica.syncNow();
    await reload();
  }

  const apply = ({ id }: ParkedCall) =>
    decide(
      () => api.call(parkedEndpoints.applyParked, { params: { id } }),
      'Change applied',
      'The change was not applied',
    );

  const dismiss = ({ id }: ParkedCall) =>
    decide(
      () => api.call(parkedEndpoints.dismissParked, { params: { id } }),
      'Change dismissed',
      'The change was not dismissed',
    );

  if (status === 'failed' && rows.length === 0) {
    return (
      <Alert role="alert" variant="light" title="Failed to fetch the changes to look at">
        <Button variant="default" onClick={() => void reload()}>
          Try again
        </Button>
      </Alert>
    );
  }
  if (rows.length === 0) return null;

  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <Title order={2} id={titleId}>
        Changes to look at
      </Title>
      <Text c="dimmed">
        A tablet sent these for students who may not have made them. They are kept here until you decide.
      </Text>
      {status !== 'ready' && (
        <Alert role="status" variant="light" icon={<IconWifiOff aria-hidden />}>
          {product.name} cannot be reached right now, so you can decide when it can be reached again.
        </Alert>
      )}
      <CardList>
        {rows.map((parked) => (
          <ParkedRow
            key={parked.id}
            parked={parked}
            isReachable={status === 'ready'}
            onApply={() => apply(parked)}
            onDismiss={() => dismissing.open(parked)}
          />
        ))}
      </CardList>
      {count > rows.length && (
        <Text c="dimmed">
          These are the oldest {rows.length} of {count}.
        </Text>
      )}
      <ConfirmDialog
        opened={dismissing.opened}
        onClose={dismissing.close}
        title="Dismiss this change?"
        question={
          dismissing.subject
            ? `${nameOf(dismissing.subject)}: ${kindInWords(dismissing.subject.name)}. It will never be made. This cannot be undone.`
            : ''
        }
        confirmLabel="Dismiss"
        danger
        onConfirm={() => (dismissing.subject ? dismiss(dismissing.subject) : undefined)}
      />
    </section>
  );
}
