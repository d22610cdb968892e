import { Button, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import type { VisitAccess, VisitOverride } from '#contract/visits/visits.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { mayWords } from '#src/session/visit-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FormModal } from '#src/ui/form-modal.tsx';
import { saySince, useNow } from '#src/ui/moments.ts';
import { notify } from '#src/ui/notify.tsx';
import { ReasonForm, useReasonForm } from '#src/ui/reason-form.tsx';
import styles from './visits.module.css';

interface VisitOverrideProps {
  access: VisitAccess;
  onTold: (access: VisitAccess) => void;
  api: ApiClient;
}

type AskFormProps = VisitOverrideProps & { onClose: () => void };

const question =
  'Only if somebody may be in danger. You look around for an hour without the school’s yes. Another administrator of the platform has to confirm it within a day. If there is no other, you get a code by email, which counts after 24 hours.';

function AskForm({ access: { id, school_name }, onTold, api, onClose }: AskFormProps) {
  const form = useReasonForm('Please say why');
  const draft = useFormDraft(`override ${id}`, form);
  async function ask(reason: string): Promise<boolean> {
    try {
      const body = { wants: 'look', reason } as const;
      onTold(await api.call(visitEndpoints.askOverride, { params: { tenantId: id }, body }));
      return true;
    } catch (error) {
      notify.error('Nothing was begun', failureOf(error).text);
      return false;
    }
  }
  return (
    <ReasonForm
      form={form}
      draft={draft}
      maxLength={300}
      question={question}
      label="Reason"
      reader={`The office of ${school_name} gets it by email at once, and it stays in the audit of both.`}
      submitLabel="Enter without a yes"
      danger
      onSubmit={ask}
      onClose={onClose}
    />
  );
}

function sayWaiting(override: VisitOverride, now: Date): string {
  const { name, is_own, wants, by_code, opens_at, until } = override;
  const who = is_own ? 'You want' : `${name} wants`;
  const what = `${who} to ${mayWords[wants]} without the school’s yes.`;
  if (!by_code)
    return `${what} ${is_own ? 'Another administrator of the platform has' : 'You have'} until ${saySince(until, now)} to confirm it.`;
  return `${what} The code counts from ${saySince(opens_at, now)} until ${saySince(until, now)}.`;
}

/** What waits to be confirmed, and for whom it does the way to do so. */
function Waiting({ access, override, onTold, api }: VisitOverrideProps & { override: VisitOverride }) {
  const now = useNow();
  const { by_code, is_own, reason, id: overrideId } = override;
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (by_code && code.trim() === '' ? 'Please type the code' : null) },
  });
  async function confirm({ code }: { code: string }) {
    try {
      const params = { tenantId: access.id, overrideId };
      onTold(
        await api.call(visitEndpoints.confirmOverride, {
          params,
          body: by_code ? { code: code.trim() } : {},
        }),
      );
      notify.success('Confirmed', 'The visit may begin, and the office was told.');
    } catch (error) {
      notify.error('This was not confirmed', failureOf(error).text);
    }
  }
  return (
    <form noValidate className={styles.section} onSubmit={form.onSubmit(confirm)}>
      <Text dir="auto">
        {sayWaiting(override, now)} “{reason}”
      </Text>
      {by_code && is_own && (
        <TextInput label="Code from the email" autoComplete="off" {...form.getInputProps('code')} />
      )}
      {by_code === is_own && (
        <Group>
          <Button type="submit" color="red" loading={form.submitting}>
            Confirm
          </Button>
        </Group>
      )}
    </form>
  );
}

/** The way into a school without its yes, where somebody may be in danger. */
export function VisitOverrideSection({ access, onTold, api }: VisitOverrideProps) {
  const [isAsking, setAsking] = useState(false);
  if (access.override)
    return <Waiting access={access} override={access.override} onTold={onTold} api={api} />;
  if (access.may !== null) return null;
  return (
    <Group>
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        In danger: enter without a yes…
      </Button>
      <FormModal
        opened={isAsking}
        title={`Enter ${access.school_name} without its yes?`}
        onClose={() => setAsking(false)}
      >
        <AskForm access={access} onTold={onTold} api={api} onClose={() => setAsking(false)} />
      </FormModal>
    </Group>
  );
}
