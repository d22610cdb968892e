import { Text, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { Closing } from '#contract/closings/closings.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { ModalForm } from '#src/ui/form-modal.tsx';
import { notify } from '#src/ui/notify.tsx';
import { PasswordField } from '#src/ui/password-field.tsx';
import { closeWarning } from './closing.words.ts';
import type { ClosingCalls } from './closings.calls.ts';

interface FormProps {
  state: Closing;
  calls: ClosingCalls;
  isSuspended: boolean;
  onDone: () => void;
  onClose: () => void;
}

export const isNamed = (name: string) => (typed: string) =>
  typed.trim() === name.trim() ? null : 'Please type the name exactly as it is shown';

export const isCode = (typed: string) => (/^\d{6}$/u.test(typed.trim()) ? null : 'The code has six digits');

const needs = (words: string) => (value: string) => (value.trim() === '' ? words : null);

/** What is wrong stands at its field, the rest is said. @returns whether it is done */
export async function attempt<Values extends object>(
  form: UseFormReturnType<Values>,
  failed: string,
  work: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    const { text, fields } = failureOf(error);
    form.setErrors(fields);
    if (Object.keys(fields).length === 0) notify.error(failed, text);
    return false;
  }
}

type InputProps = ReturnType<UseFormReturnType<object>['getInputProps']>;

/** Typed to show which school is meant. `then`: what comes after it. */
export function NameField({ name, then, input }: { name: string; then?: string; input: InputProps }) {
  const meant = `Type “${name}” to show that you mean this one.`;
  return (
    <TextInput
      label="Name of the school"
      description={then === undefined ? meant : `${meant} ${then}`}
      autoComplete="off"
      dir="auto"
      {...input}
    />
  );
}

/** Said to administrators of the platform below the name. */
export const thenConfirmed = 'Then a second administrator confirms, or you do by a code after 24 hours.';

export function CodeField({ input }: { input: InputProps }) {
  return (
    <TextInput label="Code from the email" inputMode="numeric" autoComplete="one-time-code" {...input} />
  );
}

/** Asks for the end of a school: the platform types its name, the school its password. */
export function AskToCloseForm({ state, calls, isSuspended, onDone, onClose }: FormProps) {
  const name = state.school_name;
  const isOwn = calls.by === 'school';
  const form = useForm({
    initialValues: { reason: '', password: '', name: '' },
    validate: {
      reason: needs('Please say why'),
      password: isOwn ? needs('Please type your password') : () => null,
      name: isOwn ? () => null : isNamed(name),
    },
  });
  const draft = useFormDraft(`closing ${name}`, form, { leaveOut: ['password', 'name'] });
  async function submit(values: { reason: string; password: string; name: string }) {
    if (!(await attempt(form, `${name} could not be closed`, () => calls.ask(values)))) return;
    draft.end();
    onDone();
    onClose();
  }
  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel="Ask to close"
      submitting={form.submitting}
      danger
      onSubmit={form.onSubmit(submit)}
    >
      <Text dir="auto">{closeWarning(state, isSuspended)}</Text>
      <Textarea
        label="Reason"
        description="It stays in the audit and on the receipt, so name nobody."
        rows={2}
        maxLength={300}
        dir="auto"
        data-autofocus
        {...form.getInputProps('reason')}
      />
      {isOwn ? (
        <PasswordField
          label="Your password"
          description="Then a code comes to you by email."
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
      ) : (
        <NameField name={name} then={thenConfirmed} input={form.getInputProps('name')} />
      )}
    </ModalForm>
  );
}

/** Confirms it: by the code of an e-mail, or as a second administrator. */
export function ConfirmCloseForm({
  state,
  calls,
  isSuspended,
  needsCode,
  onDone,
  onClose,
}: FormProps & { needsCode: boolean }) {
  const name = state.school_name;
  const asksName = calls.by === 'platform';
  const form = useForm({
    initialValues: { name: '', code: '' },
    validate: {
      name: asksName ? isNamed(name) : () => null,
      code: needsCode ? isCode : () => null,
    },
  });
  async function submit(values: { name: string; code: string }) {
    if (!(await attempt(form, `${name} could not be closed`, () => calls.confirm(values)))) return;
    notify.success(
      `${name} is closing`,
      isSuspended ? 'It can be kept until its date.' : 'It can be read and kept until its date.',
    );
    onDone();
    onClose();
  }
  return (
    <ModalForm
      dirty={form.isDirty()}
      submitLabel="Close the school"
      submitting={form.submitting}
      danger
      onSubmit={form.onSubmit(submit)}
    >
      <Text dir="auto">{closeWarning(state, isSuspended)}</Text>
      {asksName && <NameField name={name} input={form.getInputProps('name')} />}
      {needsCode && <CodeField input={form.getInputProps('code')} />}
    </ModalForm>
  );
}
