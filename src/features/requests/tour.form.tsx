import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { TourForm as TourFields, timesOfDay, type TimeOfDay } from '#contract/requests/requests.schema.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { emptyNumber } from './empty-number.ts';
import { FormFrame } from './form-frame.tsx';
import { CountryField, PersonFields } from './person-fields.tsx';
import { timeWords } from './requests.words.ts';
import { useWriter } from './use-writer.ts';
import styles from './requests.module.css';

/** A school would like to be shown around. */
export function TourForm({ api }: { api: ApiClient }) {
  const form = useForm({
    initialValues: {
      school: '',
      role: '',
      country: '',
      pupils: emptyNumber(),
      days: '',
      times: Array.of<TimeOfDay>(),
      time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...useWriter(),
    },
    validate: schemaResolver(TourFields, { sync: true }),
  });
  return (
    <FormFrame
      kind="request-a-tour"
      form={form}
      submitLabel="Request a tour"
      fieldsOf={(values) => ({ kind: 'request-a-tour', ...values, pupils: Number(values.pupils) })}
      api={api}
    >
      <TextInput
        label="School"
        required
        dir="auto"
        autoComplete="organization"
        {...form.getInputProps('school')}
      />
      <TextInput
        label="What you do there"
        dir="auto"
        autoComplete="organization-title"
        {...form.getInputProps('role')}
      />
      <CountryField inputProps={form.getInputProps('country')} />
      <NumberInput
        label="Pupils"
        description="About how many."
        required
        min={1}
        allowDecimal={false}
        hideControls
        maw={200}
        {...form.getInputProps('pupils')}
      />
      <TextInput
        label="Days that suit you"
        placeholder="Tuesdays, or any day after 10 January"
        required
        dir="auto"
        {...form.getInputProps('days')}
      />
      <Checkbox.Group
        label="Time of day"
        required
        data-wrong={form.errors['times'] !== undefined || undefined}
        {...form.getInputProps('times')}
      >
        <div className={styles.choices}>
          {timesOfDay.map((time) => (
            <Checkbox key={time} size="md" value={time} label={timeWords[time]} />
          ))}
        </div>
      </Checkbox.Group>
      <TextInput label="Time zone" required {...form.getInputProps('time_zone')} />
      <PersonFields
        inputProps={(name) => form.getInputProps(name)}
        purpose="We send a link there to confirm."
      />
    </FormFrame>
  );
}
