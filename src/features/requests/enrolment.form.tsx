import { NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import * as v from 'valibot';
import { EnrolmentForm as EnrolmentFields } from '#contract/requests/requests.schema.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { emptyNumber } from './empty-number.ts';
import { FormFrame } from './form-frame.tsx';
import { PersonFields } from './person-fields.tsx';
import { SchoolsField } from './schools-field.tsx';
import { errorsOf, type SchoolRow } from './school-rows.rules.ts';
import { useWriter } from './use-writer.ts';

const Fields = v.omit(EnrolmentFields, ['schools']);

/** A group of schools comes with one file. */
export function EnrolmentForm({ api }: { api: ApiClient }) {
  const form = useForm({
    initialValues: {
      organization: '',
      start: '',
      pupils: emptyNumber(),
      schools: Array.of<SchoolRow>(),
      ...useWriter(),
    },
    validate: (values) => {
      const { issues = [] } = v.safeParse(Fields, values);
      const errors: Record<string, string> = {};
      for (const issue of issues) errors[v.getDotPath(issue) ?? ''] ??= issue.message;
      const { schools } = values;
      if (schools.length === 0) errors['schools'] = 'Please choose a file with your schools';
      else if (schools.some((row) => Object.keys(errorsOf(row, schools)).length > 0))
        errors['schools'] = 'Some lines cannot be right. Please mend them or take them out.';
      return errors;
    },
  });
  return (
    <FormFrame
      kind="bulk-enrolment"
      form={form}
      submitLabel="Send the list"
      fieldsOf={(values) => ({
        kind: 'bulk-enrolment',
        ...values,
        pupils: Number(values.pupils),
        schools: values.schools.map(({ line: _line, ...school }) => school),
      })}
      api={api}
    >
      <TextInput
        label="Organization"
        required
        dir="auto"
        autoComplete="organization"
        {...form.getInputProps('organization')}
      />
      <PersonFields
        inputProps={(name) => form.getInputProps(name)}
        purpose="We send a link there to confirm."
      />
      <TextInput
        label="When would you like to begin?"
        placeholder="In September"
        dir="auto"
        {...form.getInputProps('start')}
      />
      <NumberInput
        label="Pupils in all schools"
        description="About how many."
        required
        min={1}
        allowDecimal={false}
        hideControls
        maw={200}
        {...form.getInputProps('pupils')}
      />
      <SchoolsField
        rows={form.values.schools}
        error={form.errors['schools']}
        onChange={(schools) => form.setFieldValue('schools', schools)}
      />
    </FormFrame>
  );
}
