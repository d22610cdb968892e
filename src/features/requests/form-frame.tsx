import { Button, Group } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useState, type ReactNode } from 'react';
import type { RequestKind } from '#contract/requests/requests.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { tabDrafts } from '#src/session/tab-drafts.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { DraftNote } from '#src/ui/draft-note.tsx';
import { FailureNote, type Failure } from '#src/ui/failure-note.tsx';
import { SentNote } from './sent-note.tsx';
import { useRequest, type RequestFields } from './use-request.ts';
import styles from './requests.module.css';

type FormParts =
  | 'getInitialValues'
  | 'isDirty'
  | 'onSubmit'
  | 'reset'
  | 'setErrors'
  | 'setValues'
  | 'submitting'
  | 'values';

interface FormFrameProps<Values extends object> {
  kind: RequestKind;
  form: Pick<UseFormReturnType<Values>, FormParts>;
  submitLabel: string;
  /** What is sent of what was filled in. */
  fieldsOf: (values: Values) => RequestFields;
  api: ApiClient;
  children: ReactNode;
}

/** What all forms share: what is typed stays until it has arrived, and failures say why. */
export function FormFrame<Values extends object>({
  kind,
  form,
  submitLabel,
  fieldsOf,
  api,
  children,
}: FormFrameProps<Values>) {
  const isVisitor = useUser() === null;
  const request = useRequest(api, kind);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [website, setWebsite] = useState('');
  const draft = useFormDraft(`request ${kind}`, form, { ...(isVisitor && { localDrafts: tabDrafts }) });
  const { begin } = request;
  const isDirty = form.isDirty();
  useEffect(() => {
    if (isDirty) begin();
  }, [isDirty, begin]);

  async function send(values: Values): Promise<void> {
    setFailure(null);
    try {
      await request.send(fieldsOf(values), website);
      draft.end();
    } catch (error) {
      const found = failureOf(error, { offline: 'What you wrote stays here. Send it again later.' });
      setFailure(found);
      form.setErrors(found.fields);
    }
  }

  function another() {
    form.reset();
    draft.startAnew();
    request.another();
  }

  if (request.sent) return <SentNote kind={kind} sent={request.sent} onAnother={another} />;
  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(send)}>
      <DraftNote draft={draft} />
      {children}
      <label className={styles.unseen} aria-hidden>
        Website
        <input
          tabIndex={-1}
          autoComplete="off"
          value={website}
          onChange={({ currentTarget }) => setWebsite(currentTarget.value)}
        />
      </label>
      {failure && <FailureNote failure={failure} />}
      <Group>
        <Button type="submit" size="md" loading={form.submitting}>
          {submitLabel}
        </Button>
      </Group>
    </form>
  );
}
