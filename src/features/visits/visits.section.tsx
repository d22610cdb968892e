import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { product } from '#contract/kit/product.ts';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import type { GuestConsent, VisitsHere } from '#contract/visits/visits.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useIsAway } from '#src/session/use-replica.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerWaiting } from '#src/ui/answer-waiting.tsx';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { NeedsNetwork } from '#src/ui/no-network.tsx';
import { notify } from '#src/ui/notify.tsx';
import { useVisitsHere } from './use-visits-here.ts';
import { VisitEntries } from './visit-entries.tsx';
import { noteVisitsHere, useVisitsHereStore } from './visits-here.store.ts';
import styles from './visits.module.css';

const choices: readonly { value: GuestConsent; label: string; description: string }[] = [
  { value: 'ask', label: 'Ask us each time', description: 'Each yes of yours lasts 24 hours.' },
  {
    value: 'always',
    label: 'Always',
    description: 'They may look around without asking. To help, they still ask.',
  },
  { value: 'never', label: 'Never', description: 'Nobody comes in. A visit that goes on ends at once.' },
];

function ConsentForm({ visits, api }: { visits: VisitsHere; api: ApiClient }) {
  const isAway = useIsAway();
  const { guest_consent } = visits;
  const form = useForm({ initialValues: { guest_consent } });
  useDirtyForm(form.isDirty());

  async function save(body: { guest_consent: GuestConsent }) {
    try {
      noteVisitsHere(await api.call(visitEndpoints.setConsent, { body }));
      form.resetDirty(body);
      notify.success('Saved');
    } catch (error) {
      notify.error('This was not saved', failureOf(error).text);
    }
  }

  return (
    <form noValidate className={styles.section} onSubmit={form.onSubmit(save)}>
      <NeedsNetwork isAway={isAway} />
      <Radio.Group label="May they come in?" {...form.getInputProps('guest_consent')}>
        <Stack gap="sm" mt="xs">
          {choices.map((choice) => (
            <Radio key={choice.value} {...choice} />
          ))}
        </Stack>
      </Radio.Group>
      <Group>
        <Button type="submit" loading={form.submitting} disabled={!form.isDirty()}>
          Save
        </Button>
      </Group>
    </form>
  );
}

interface VisitsSectionProps {
  /** True for a guest of the platform, who sets none of this. */
  isGuest: boolean;
  api?: ApiClient;
}

/** How the school takes visits of the platform, and who asks, may come and is here. */
export function VisitsSection({ isGuest, api = apiClient }: VisitsSectionProps) {
  const { status, isGone, busy, reload } = useVisitsHere(api);
  const visits = useVisitsHereStore((store) => store.visits);
  if (visits)
    return (
      <div className={styles.section}>
        <Text>
          People who run {product.name} can visit you to look around or to help. They see no passwords, no
          cards and nothing that a child has not published, and all that they do stands in your activity.
        </Text>
        <VisitEntries visits={visits} withAllowed api={api} />
        {isGuest ? (
          <Text c="dimmed">Only the place itself sets who may come in.</Text>
        ) : (
          <ConsentForm visits={visits} api={api} />
        )}
      </div>
    );
  return (
    <AnswerWaiting
      answer={{ status, busy, isGone, reload }}
      failed="The visits could not be looked up"
      unreachable={`They can be looked at and changed ${asSoonAsReached}.`}
      height={200}
    />
  );
}
