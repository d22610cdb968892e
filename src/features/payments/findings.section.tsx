import { Button, Skeleton, Text, Textarea, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from 'react-router-dom';
import { limits } from '#contract/kit/limits.ts';
import { paths } from '#contract/kit/paths.ts';
import { paymentEndpoints } from '#contract/payments/payments.endpoints.ts';
import { paymentProblems } from '#contract/payments/payments.problems.ts';
import type { Finding } from '#contract/payments/payments.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useKeyedList } from '#src/session/use-list.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { KeysetPager } from '#src/ui/keyset-pager.tsx';
import { useKeysetTrail } from '#src/ui/keyset-trail.ts';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { ListFrame } from '#src/ui/list-frame.tsx';
import { useListState } from '#src/ui/list-state.ts';
import { saySince, useNow } from '#src/ui/moments.ts';
import { notify } from '#src/ui/notify.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { useDialog } from '#src/ui/use-dialog.ts';
import { useKeysetPages } from '#src/ui/use-keyset-pages.ts';
import { findingWords } from './payments.words.ts';
import { SchoolFilter } from './school-filter.tsx';
import styles from './payments.module.css';

const keys = ['date'];
const oldest = { key: 'date', descending: false };
const size = limits.pageDefault;

interface CloseFormProps {
  finding: Finding;
  api: ApiClient;
  onDone: () => void;
  onClose: () => void;
}

function CloseForm({ finding, api, onDone, onClose }: CloseFormProps) {
  const form = useForm({
    initialValues: { words: '' },
    validate: { words: (words) => (words.trim() === '' ? 'Please say what was done' : null) },
  });
  const draft = useFormDraft(`finding ${finding.id}`, form);

  async function close(body: { words: string }): Promise<void> {
    try {
      const params = { tenantId: finding.tenant.id, id: finding.id };
      await api.call(paymentEndpoints.closeFinding, { params, body });
      notify.success('The finding is closed');
    } catch (error) {
      const { text, fields, code } = failureOf(error);
      form.setErrors(fields);
      notify.error('This could not be closed', text);
      // Somebody was first: the list shows it as it is, and the words stay.
      if (code === paymentProblems.finding_closed.code) onDone();
      return;
    }
    onDone();
    onClose();
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel="Close the finding"
      submitting={form.submitting}
      onSubmit={form.onSubmit(close)}
    >
      <Text>{findingWords(finding).text}</Text>
      <Textarea
        label="What was done"
        description="It stays with the finding, with your name."
        required
        rows={3}
        maxLength={500}
        data-autofocus
        {...form.getInputProps('words')}
      />
    </ModalForm>
  );
}

function FindingItem({ finding, onClose }: { finding: Finding; onClose: () => void }) {
  const { tenant, order, found_at, closed_at, closed_by, words } = finding;
  const { title, text } = findingWords(finding);
  const now = useNow();
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text>{text}</Text>
        <Text size="sm" c="dimmed">
          <bdi>{tenant.school_name}</bdi>
          {order && (
            <>
              {', order '}
              <Link to={paths.platform.orders({ tenantId: tenant.id, orderId: order.id })}>
                {order.number}
              </Link>
            </>
          )}
          , found <time dateTime={found_at}>{saySince(found_at, now)}</time>
        </Text>
        {closed_at !== null && (
          <Text size="sm" dir="auto">
            Closed{closed_by !== '' && ` by ${closed_by}`}, {saySince(closed_at, now)}: {words}
          </Text>
        )}
      </div>
      {closed_at === null && (
        <Button
          variant="default"
          aria-label={`Close: ${title}, ${order?.number ?? tenant.school_name}`}
          onClick={onClose}
        >
          Close…
        </Button>
      )}
    </li>
  );
}

/** What a person has to look at, and what was done about it. */
export function FindingsSection({ api }: { api: ApiClient }) {
  const [address] = useAddress();
  const list = useListState(keys, oldest);
  const trail = useKeysetTrail();
  const [school, state] = [address.get('school'), address.get('state') === 'closed' ? 'closed' : 'open'];
  const answer = useKeyedList(
    api,
    paymentEndpoints.listFindings,
    { after: trail.after, size },
    { state: state === 'closed' ? 'closed' : 'open', ...(school !== null && { tenant_id: school }) },
  );
  const { status, value, busy, isGone, reload } = answer;
  const pager = useKeysetPages(answer, trail, size);
  const closing = useDialog<Finding>();
  return (
    <div className={styles.part}>
      <ListFrame
        narrowed={school !== null || state === 'closed'}
        onShowAll={() => list.narrow({ school: null, state: null })}
        filters={
          <>
            <SchoolFilter api={api} value={school} onChange={(id) => list.narrow({ school: id })} />
            <ListFilter
              label="State"
              any="Open"
              value={state === 'closed' ? 'closed' : null}
              choices={[{ value: 'closed', label: 'Closed' }]}
              onChange={(chosen) => list.narrow({ state: chosen })}
            />
          </>
        }
        answer={{ status, value, busy, isGone, reload }}
        failed="The findings could not be fetched"
        unreachable={`What is to be looked at shows up here ${asSoonAsReached}.`}
        pager={value !== null && value.count > 0 && <KeysetPager {...pager} noun={['finding', 'findings']} />}
      >
        {value === null && status === 'loading' && (
          <Skeleton height={200} role="status" aria-label="Loading" />
        )}
        {value?.count === 0 && (
          <EmptyState
            picture={<EmptyShelfIllustration />}
            title={state === 'closed' ? 'No finding was closed yet' : 'There is nothing to look at'}
            text="Where money and books do not agree, it shows up here."
          />
        )}
        {value && value.results.length > 0 && (
          <ul className={styles.list} aria-label="Findings" aria-busy={busy}>
            {value.results.map((finding) => (
              <FindingItem key={finding.id} finding={finding} onClose={() => closing.open(finding)} />
            ))}
          </ul>
        )}
      </ListFrame>
      <FormModal opened={closing.opened} title="Close this finding" onClose={closing.close}>
        {closing.subject && (
          <CloseForm finding={closing.subject} api={api} onDone={reload} onClose={closing.close} />
        )}
      </FormModal>
    </div>
  );
}
