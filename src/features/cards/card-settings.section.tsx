import { Alert, Button, Checkbox, Group } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import type { CardSettings } from '#contract/cards/cards.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useIsAway } from '#src/session/use-replica.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerWaiting } from '#src/ui/answer-waiting.tsx';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { NeedsNetwork } from '#src/ui/no-network.tsx';
import { notify } from '#src/ui/notify.tsx';
import styles from './cards.module.css';

interface FormProps {
  api: ApiClient;
  settings: CardSettings;
  onSaved: (settings: CardSettings) => void;
}

function SettingsForm({ api, settings, onSaved }: FormProps) {
  const isAway = useIsAway();
  const form = useForm({ initialValues: settings });
  useDirtyForm(form.isDirty());

  async function save(body: CardSettings) {
    try {
      const saved = await api.call(cardEndpoints.changeSettings, { body });
      form.setInitialValues(saved);
      form.setValues(saved);
      onSaved(saved);
      notify.success(
        'Saved',
        saved.passwords_on_cards
          ? 'Cards that you print from now on show the password.'
          : 'Cards that you print from now on show no password.',
      );
    } catch (error) {
      notify.error('This was not saved', failureOf(error).text);
    }
  }

  return (
    <form noValidate className={styles.settings} onSubmit={form.onSubmit(save)}>
      <NeedsNetwork isAway={isAway} />
      <Checkbox
        label="Print each child’s password on the card"
        description="For tablets without a camera: the child types it after tapping the own picture."
        {...form.getInputProps('passwords_on_cards', { type: 'checkbox' })}
      />
      {form.values.passwords_on_cards && (
        <Alert
          color="yellow"
          variant="light"
          icon={<IconAlertTriangle aria-hidden />}
          title="Anyone who reads the card can sign in as the child"
        >
          A look or a photo is enough, also from home. Keep the cards in the classroom and collect them after
          each lesson. When one is lost, replace the card and change the child’s password.
        </Alert>
      )}
      <Group>
        <Button type="submit" loading={form.submitting} disabled={!form.isDirty()}>
          Save
        </Button>
      </Group>
    </form>
  );
}

interface CardSettingsSectionProps {
  /** True for a guest of the platform, who sets none of this. */
  isGuest: boolean;
  api?: ApiClient;
}

/** What the login cards of the school show. */
export function CardSettingsSection({ isGuest, api = apiClient }: CardSettingsSectionProps) {
  if (isGuest) return 'Guests do not see or set this. Please ask the school.';
  return <OwnCardSettings api={api} />;
}

function OwnCardSettings({ api }: { api: ApiClient }) {
  const [saved, setSaved] = useState<CardSettings | null>(null);
  const load = useCallback(
    (signal: AbortSignal) => api.call(cardEndpoints.readSettings, {}, { signal }),
    [api],
  );
  const { status, value, isGone, busy, reload } = useAnswer(load);
  const settings = saved ?? value;
  if (settings) return <SettingsForm api={api} settings={settings} onSaved={setSaved} />;
  return (
    <AnswerWaiting
      answer={{ status, busy, isGone, reload }}
      failed="This could not be looked up"
      unreachable={`It can be looked at and changed ${asSoonAsReached}.`}
      height={96}
    />
  );
}
