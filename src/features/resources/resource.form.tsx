import { Button, Group, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useCallback, useState } from 'react';
import { limits } from '#contract/kit/limits.ts';
import {
  audienceRefusal,
  audienceWords,
  creditRefusal,
  licenceWords,
  runsPlace,
} from '#contract/resources/resources.rules.ts';
import {
  licences,
  resourceAudiences,
  ResourceForm as ResourceFields,
  resourceLimits,
  type Resource,
} from '#contract/resources/resources.schema.ts';
import { categoryEndpoints } from '#contract/works/categories.endpoints.ts';
import { levelWords } from '#contract/works/works.rules.ts';
import { levels } from '#contract/works/works.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { takeOverSaved } from '#src/session/take-over-saved.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { useIsAway } from '#src/session/use-replica.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { CancelButton } from '#src/ui/cancel-button.tsx';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { DraftNote } from '#src/ui/draft-note.tsx';
import { FailureNote, type Failure } from '#src/ui/failure-note.tsx';
import { NeedsNetwork } from '#src/ui/no-network.tsx';
import { ResourceFileField } from './resource-file.field.tsx';
import styles from './resources.module.css';

export interface FilledResource extends ResourceFields {
  /** A new file, `none` for no file any more, or null: as it is. */
  file: File | 'none' | null;
}

interface Sharing {
  /** Whether they decide what is for everybody. */
  runs: boolean;
  /** A superpower teacher: all is for everybody, once the platform has read it. */
  isOffered: boolean;
}

function audienceOf(resource: Resource | null, { runs, isOffered }: Sharing): FilledResource['audience'] {
  if (isOffered) return 'public';
  // What an administrator made public is for the school again once somebody else changes it.
  return resource?.audience === 'public' && !runs ? 'community' : (resource?.audience ?? 'staff');
}

function initialValues(resource: Resource | null, sharing: Sharing): FilledResource {
  return {
    title: resource?.title ?? '',
    description: resource?.description ?? '',
    text: resource?.text ?? '',
    level: resource?.level ?? '',
    categories: resource?.categories.map(({ id }) => id).join(',') ?? '',
    audience: audienceOf(resource, sharing),
    licence: resource?.licence ?? 'own',
    credit: resource?.credit ?? '',
    file: null,
  };
}

const listOf = (text: string) => text.split(',').filter((id) => id !== '');

interface ShelfChoiceProps {
  /** Ids with commas between them. */
  value: string;
  onChange: (value: string) => void;
  api: ApiClient;
}

/** On which shelves it stands, as far as they are known. */
function ShelfChoice({ value, onChange, api }: ShelfChoiceProps) {
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(categoryEndpoints.list, { query: { limit: limits.pageMaximum } }, { signal }),
    [api],
  );
  const { value: shelves } = useAnswer(load);
  const chosen = listOf(value);
  const isFull = chosen.length >= resourceLimits.categories;
  if (!shelves || shelves.count === 0) return null;
  return (
    <fieldset className={styles.choices}>
      <legend>Shelves</legend>
      <Text c="dimmed">Up to {resourceLimits.categories}. You may leave it empty.</Text>
      {shelves.results.map(({ id, name }) => (
        <label key={id} className={styles.choice}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            disabled={isFull && !chosen.includes(id)}
            onChange={({ currentTarget }) =>
              onChange(
                (currentTarget.checked ? [...chosen, id] : chosen.filter((each) => each !== id)).join(','),
              )
            }
          />
          <bdi>{name}</bdi>
        </label>
      ))}
    </fieldset>
  );
}

interface AudienceChoiceProps {
  value: FilledResource['audience'];
  onChange: (value: FilledResource['audience']) => void;
  /** Why it is not for everybody, in words; null where it may be. */
  notPublic: string | null;
  error: string | undefined;
}

function AudienceChoice({ value, onChange, notPublic, error }: AudienceChoiceProps) {
  return (
    <fieldset className={styles.choices}>
      <legend>Who may see it?</legend>
      {resourceAudiences.map((audience) => {
        const refusal = audience === 'public' ? notPublic : null;
        return (
          <label key={audience} className={styles.choice}>
            <input
              type="radio"
              name="audience"
              checked={value === audience}
              disabled={refusal !== null}
              onChange={() => onChange(audience)}
            />
            <span>
              {audienceWords[audience].label}
              <Text span c="dimmed">
                {refusal ?? audienceWords[audience].hint}
              </Text>
            </span>
          </label>
        );
      })}
      {error !== undefined && (
        <Text role="alert" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
    </fieldset>
  );
}

const checkFields = schemaResolver(ResourceFields, { sync: true });

/** What has to be filled in, field by field. */
function problemsOf(filled: FilledResource, resource: Resource | null): Record<string, unknown> {
  const credit = creditRefusal(filled);
  const isEmpty =
    filled.text.trim() === '' &&
    (filled.file === null ? (resource?.file ?? null) === null : filled.file === 'none');
  return {
    ...checkFields(filled),
    ...(credit !== null && { credit }),
    ...(isEmpty && { file: 'Please choose a file, or write a text.' }),
  };
}

/** Their text says what they are; the others are choices. */
const typedFields = ['title', 'description', 'text', 'credit'] as const;

interface ResourceFormProps {
  /** Null for something new. */
  resource: Resource | null;
  /** What is saved of it by now; throws what went wrong. */
  readNow: () => Promise<Resource | null>;
  /** Throws what went wrong. */
  onSave: (filled: FilledResource) => Promise<void>;
  /** The way out; a link, so that it asks where something would be lost. */
  cancelTo: string;
  api: ApiClient;
}

/** The form for something new, and for what is shared already. */
export function ResourceForm({ resource, readNow, onSave, cancelTo, api }: ResourceFormProps) {
  const { role = 'teacher', champion } = useUser() ?? {};
  const isOffered = champion !== undefined;
  const [failure, setFailure] = useState<Failure | null>(null);
  const isAway = useIsAway();
  const sharing = { runs: runsPlace(role), isOffered };
  const form = useForm<FilledResource>({
    initialValues: initialValues(resource, sharing),
    validate: (filled) => problemsOf(filled, resource) as never,
  });
  const draft = useFormDraft(`resource ${resource?.id ?? 'new'}`, form, { leaveOut: ['file'] });
  useDirtyForm(form.isDirty(), draft.end);
  const { licence, audience, file, categories } = form.values;
  const notPublic = audienceRefusal(role, { audience: 'public', licence });

  async function save() {
    setFailure(null);
    try {
      const now = await readNow();
      const filled = now ? takeOverSaved(form, initialValues(now, sharing), typedFields) : form.getValues();
      if (!filled) return;
      await onSave(filled);
      draft.end();
    } catch (error) {
      const found = failureOf(error, { offline: 'Your words stay here until it can be.' });
      setFailure(found);
      form.setErrors(found.fields);
    }
  }

  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(save)}>
      <DraftNote draft={draft} />
      <NeedsNetwork isAway={isAway && !failure}>What you write stays on this device meanwhile.</NeedsNetwork>
      {failure && <FailureNote failure={failure} />}
      <TextInput label="Title" required dir="auto" autoComplete="off" {...form.getInputProps('title')} />
      <Textarea
        label="Description"
        description="What it is for, in a sentence or two."
        rows={2}
        maxLength={resourceLimits.description}
        dir="auto"
        {...form.getInputProps('description')}
      />
      <ResourceFileField
        saved={resource?.file ?? null}
        value={file}
        onChange={(value) => form.setFieldValue('file', value)}
        error={form.errors['file'] as string | undefined}
      />
      <Textarea
        label="Text"
        description="Instead of a file, or beside it."
        rows={6}
        maxLength={resourceLimits.text}
        dir="auto"
        {...form.getInputProps('text')}
      />
      {isOffered ? (
        <Text>
          The people who run this site read {resource ? 'each change' : 'it'} first. Then everybody sees it.
        </Text>
      ) : (
        <AudienceChoice
          value={audience}
          onChange={(value) => form.setFieldValue('audience', value)}
          notPublic={notPublic}
          error={form.errors['audience'] as string | undefined}
        />
      )}
      <div className={styles.pair}>
        <NativeSelect
          label="On what terms?"
          data={licences
            .filter((value) => !isOffered || value !== 'school_only')
            .map((value) => ({ value, label: licenceWords[value] }))}
          {...form.getInputProps('licence')}
          onChange={({ currentTarget }) => {
            const chosen = licences.find((each) => each === currentTarget.value) ?? 'own';
            form.setFieldValue('licence', chosen);
            if (chosen === 'school_only' && audience === 'public')
              form.setFieldValue('audience', 'community');
          }}
        />
        <TextInput
          label="Credit"
          description="Whose it is, and where it is from."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required={licence !== 'own'}
          dir="auto"
          autoComplete="off"
          {...form.getInputProps('credit')}
        />
      </div>
      <NativeSelect
        label="Level"
        data={[
          { value: '', label: 'Any' },
          ...levels.map((value) => ({
            value,
            label: `${levelWords[value].label} (${levelWords[value].ages})`,
          })),
        ]}
        {...form.getInputProps('level')}
      />
      <ShelfChoice
        value={categories}
        onChange={(value) => form.setFieldValue('categories', value)}
        api={api}
      />
      <Group gap="sm">
        <Button type="submit" loading={form.submitting}>
          {isOffered ? 'Send it' : resource ? 'Save' : 'Share it'}
        </Button>
        <CancelButton to={cancelTo} />
      </Group>
    </form>
  );
}
