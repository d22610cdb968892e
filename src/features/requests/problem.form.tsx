import { Checkbox, Textarea } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { product } from '#contract/kit/product.ts';
import {
  ProblemForm as ProblemFields,
  requestLimits,
  type RequestContext,
} from '#contract/requests/requests.schema.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FormFrame } from './form-frame.tsx';
import { PictureField } from './picture-field.tsx';
import { PersonFields } from './person-fields.tsx';
import { useWriter } from './use-writer.ts';
import styles from './requests.module.css';

const contextWords = {
  page: 'The page before',
  version: 'Version of the app',
  device: 'Your browser',
} as const;
type Part = keyof typeof contextWords;

/** The page from which somebody came here, without what stands behind its question mark. */
function pageBefore(): string | null {
  const before = document.referrer === '' ? null : new URL(document.referrer);
  return before?.origin === window.location.origin ? before.pathname : null;
}

/** What helps to find the fault, as far as it is known here. */
function foundHere(): RequestContext {
  const page = pageBefore();
  return {
    ...(page !== null && { page: page.slice(0, requestLimits.line) }),
    version: product.version,
    device: navigator.userAgent.slice(0, 500),
  };
}

interface ContextChoiceProps {
  context: RequestContext;
  left: readonly Part[];
  onLeave: (parts: Part[]) => void;
}

/** Shows what goes along. Each part can be left out. */
function ContextChoice({ context, left, onLeave }: ContextChoiceProps) {
  const parts = (['page', 'version', 'device'] as const).filter((part) => context[part] !== undefined);
  return (
    <Checkbox.Group
      label="This goes along"
      description="Take out what you do not want to send."
      value={parts.filter((part) => !left.includes(part))}
      onChange={(sent) => onLeave(parts.filter((part) => !sent.includes(part)))}
    >
      <div className={styles.choices}>
        {parts.map((part) => (
          <Checkbox
            key={part}
            size="md"
            value={part}
            label={`${contextWords[part]}: ${context[part] ?? ''}`}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

interface ProblemFormProps {
  api: ApiClient;
  shrink?: (file: File) => Promise<string>;
}

/** Something does not work. */
export function ProblemForm({ api, shrink }: ProblemFormProps) {
  const [context] = useState(foundHere);
  const [left, setLeft] = useState<readonly Part[]>([]);
  const form = useForm({
    initialValues: { words: '', expected: '', picture: '', ...useWriter(), context: {} },
    validate: schemaResolver(ProblemFields, { sync: true }),
  });
  const sentContext = Object.fromEntries(
    Object.entries(context).filter(([part]) => !left.includes(part as Part)),
  ) as RequestContext;
  return (
    <FormFrame
      kind="report-a-problem"
      form={form}
      submitLabel="Send report"
      fieldsOf={(values) => ({ kind: 'report-a-problem', ...values, context: sentContext })}
      api={api}
    >
      <Textarea
        label="What happened?"
        description="What you did, and what you saw. Please put no password and no name of a child into it."
        required
        rows={5}
        maxLength={requestLimits.words}
        dir="auto"
        {...form.getInputProps('words')}
      />
      <Textarea
        label="What did you expect?"
        rows={3}
        maxLength={requestLimits.words}
        dir="auto"
        {...form.getInputProps('expected')}
      />
      <PictureField
        value={form.values.picture}
        error={form.errors['picture']}
        onChange={(picture) => form.setFieldValue('picture', picture)}
        {...(shrink && { shrink })}
      />
      <PersonFields
        inputProps={(name) => form.getInputProps(name)}
        required={false}
        purpose="Only if you would like an answer."
      />
      <ContextChoice context={context} left={left} onLeave={setLeft} />
    </FormFrame>
  );
}
