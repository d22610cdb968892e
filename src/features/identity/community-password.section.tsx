import { Button, Group, Skeleton, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useCallback, useState } from 'react';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { SetCommunityPassword, type CommunityPasswordState } from '#contract/identity/identity.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useIsAway } from '#src/session/use-replica.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { Day } from '#src/ui/day.tsx';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { NeedsNetwork } from '#src/ui/no-network.tsx';
import { notify } from '#src/ui/notify.tsx';
import styles from './community-password.module.css';

function StateLine({ state: { is_set, set_at, set_by } }: { state: CommunityPasswordState }) {
  if (!is_set || set_at === null) return <Text>No community password yet. Families cannot sign in.</Text>;
  const by = set_by === null ? '' : `, by ${set_by.first_name} ${set_by.last_name}`.trimEnd();
  return (
    <Text>
      Set <Day at={set_at} />
      <bdi>{by}</bdi>.
    </Text>
  );
}

interface FormProps {
  api: ApiClient;
  isSet: boolean;
  onSet: (state: CommunityPasswordState) => void;
}

function PasswordForm({ api, isSet, onSet }: FormProps) {
  const isAway = useIsAway();
  const form = useForm<SetCommunityPassword>({
    initialValues: { password: '' },
    validate: schemaResolver(SetCommunityPassword, { sync: true }),
  });
  useDirtyForm(form.isDirty());

  async function set(body: SetCommunityPassword) {
    try {
      onSet(await api.call(identityEndpoints.setCommunityPassword, { body }));
    } catch (error) {
      const { text, fields } = failureOf(error);
      form.setErrors(fields);
      notify.error('The community password was not set', text);
      return;
    }
    form.reset();
    notify.success('Community password set', 'Tell it to your families.');
  }

  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(set)}>
      <NeedsNetwork isAway={isAway} />
      {/* Shown as it is typed: it is told to all families anyway. */}
      <TextInput
        label={isSet ? 'New community password' : 'Community password'}
        description={`At least ${limits.communityPasswordLength.minimum} characters. It is shown only while you type it, so write it down for your families.`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('password')}
      />
      <Group>
        <Button type="submit" loading={form.submitting}>
          {isSet ? 'Change community password' : 'Set community password'}
        </Button>
      </Group>
    </form>
  );
}

/** The one password with which families see the community view: whether there is one, and a new one. */
export function CommunityPasswordSection({
  isGuest,
  api = apiClient,
}: {
  isGuest: boolean;
  api?: ApiClient;
}) {
  const [saved, setSaved] = useState<CommunityPasswordState | null>(null);
  const load = useCallback(
    (signal: AbortSignal) => api.call(identityEndpoints.readCommunityPassword, {}, { signal }),
    [api],
  );
  const { status, value, isGone, busy, reload } = useAnswer(load);
  const state = saved ?? value;
  if (state) {
    return (
      <div className={styles.form}>
        <StateLine state={state} />
        <Text>
          Families share one password and have no accounts. When you change it, everyone who came in with the
          old one has to enter the new one.
        </Text>
        {isGuest ? (
          <Text>Guests do not set it. Please ask the school.</Text>
        ) : (
          <PasswordForm api={api} isSet={state.is_set} onSet={setSaved} />
        )}
      </div>
    );
  }
  if (status === 'unreachable' || status === 'failed') {
    return (
      <AnswerMissing
        status={status}
        busy={busy}
        isGone={isGone}
        failed="The community password could not be looked up"
        unreachable={`It can be looked at and changed ${asSoonAsReached}.`}
        onRetry={reload}
      />
    );
  }
  return (
    <>
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      {[24, 64].map((height) => (
        <Skeleton key={height} height={height} aria-hidden />
      ))}
    </>
  );
}
