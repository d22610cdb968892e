import { Text, Textarea } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { championEndpoints } from '#contract/champions/champions.endpoints.ts';
import { championProblems } from '#contract/champions/champions.problems.ts';
import { ExtendForm, type Champion } from '#contract/champions/champions.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import type { ChampionAct } from './champion-columns.tsx';
import { UntilField } from './until-field.tsx';

interface Subject {
  act: ChampionAct;
  champion: Champion;
}

interface ActProps {
  api: ApiClient;
  /** Once it is done, or where the champion was changed since. */
  onDone: () => void;
  onClose: () => void;
}

const titleOf = ({ act, champion: { name } }: Subject) =>
  act === 'extend' ? `Change the last day of ${name}` : `Revoke ${name}’s rights?`;

function ActForm({ act, champion, api, onDone, onClose }: Subject & ActProps) {
  const { id, name, until, updated_at } = champion;
  const isExtending = act === 'extend';
  const form = useForm({
    initialValues: { until, reason: '', updated_at },
    validate: schemaResolver(ExtendForm, { sync: true }),
  });
  const draft = useFormDraft(`${act} ${id}`, form, { leaveOut: ['updated_at'] });

  async function submit({ reason, ...values }: typeof form.values): Promise<void> {
    const params = { id };
    try {
      if (isExtending) {
        await api.call(championEndpoints.extend, { params, body: { reason, ...values } });
        notify.success(`The last day of ${name} is changed`);
      } else {
        await api.call(championEndpoints.revoke, { params, body: { reason, updated_at } });
        notify.success(`${name} is signed out, and gets a letter`);
      }
    } catch (error) {
      const { code, text, fields } = failureOf(error);
      form.setErrors(fields);
      notify.error(
        isExtending ? 'The last day could not be changed' : 'The rights could not be revoked',
        text,
      );
      if (code !== championProblems.changed_since.code) return;
    }
    draft.end();
    onDone();
    onClose();
  }

  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel={isExtending ? 'Change' : 'Revoke rights'}
      submitting={form.submitting}
      danger={!isExtending}
      onSubmit={form.onSubmit(submit)}
    >
      {isExtending ? (
        <UntilField {...form.getInputProps('until')} />
      ) : (
        <Text>
          <bdi>{name}</bdi> is signed out and told why. What they wrote stays.
        </Text>
      )}
      <Textarea
        label="Why"
        description={
          isExtending
            ? 'They read it on their own page, and it stays in the audit.'
            : 'It stands in the letter.'
        }
        required
        rows={3}
        maxLength={300}
        dir="auto"
        {...form.getInputProps('reason')}
      />
    </ModalForm>
  );
}

/** Changes the last day of a champion, or ends their rights. */
export function ChampionActDialog({
  subject,
  opened,
  ...props
}: ActProps & { subject: Subject | null; opened: boolean }) {
  return (
    <FormModal opened={opened} title={subject === null ? '' : titleOf(subject)} onClose={props.onClose}>
      {subject !== null && <ActForm key={`${subject.act} ${subject.champion.id}`} {...subject} {...props} />}
    </FormModal>
  );
}
