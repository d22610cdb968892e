import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useEffect, useMemo, useRef, useState } from 'react';
import { listCountries } from '#contract/kit/countries.ts';
import {
  MemberForm as MemberFields,
  type MemberDetails,
  type MemberRole,
} from '#contract/members/members.schema.ts';
import { failureOf, type FailureInWords } from '#src/session/failure-words.ts';
import { usePlansPlace } from '#src/session/plans-place.ts';
import { takeOverSaved } from '#src/session/take-over-saved.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import { useIsAway } from '#src/session/use-replica.ts';
import { CancelButton } from '#src/ui/cancel-button.tsx';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { DraftNote } from '#src/ui/draft-note.tsx';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { NameFields } from '#src/ui/name-fields.tsx';
import { NeedsNetwork } from '#src/ui/no-network.tsx';
import { notify } from '#src/ui/notify.tsx';
import { PlansWay } from '#src/ui/plans-way.tsx';
import { AvatarField } from './avatar-field.tsx';
import { roleChoices } from './member-words.ts';
import styles from './members.module.css';

export interface FilledMember extends MemberFields {
  /** A new picture, `none` for no picture any more, or null: as it is. */
  avatar: File | 'none' | null;
}

interface MemberFormProps {
  /** Null for somebody new. */
  member: MemberDetails | null;
  /** Those that the person who fills this in may give. */
  roles: readonly MemberRole[];
  /** Fetches the current account before saving; throws what went wrong. Left out where `onSave` does so. */
  readNow?: () => Promise<MemberDetails>;
  /** With the account that the form was filled in for; throws what went wrong. */
  onSave: (filled: FilledMember, now: MemberDetails | null) => Promise<void>;
  /** What was typed over the account as it was before. */
  typed?: Partial<FilledMember> | undefined;
  /** The way out; a link, so that it asks where something would be lost. */
  cancelTo: string;
}

function initialValues(member: MemberDetails | null, roles: readonly MemberRole[]): FilledMember {
  return {
    first_name: member?.first_name ?? '',
    last_name: member?.last_name ?? '',
    email: member?.pending_email ?? member?.email ?? '',
    country: member?.country ?? '',
    role: member?.role ?? roles[0] ?? 'teacher',
    avatar: null,
  };
}

function emailHint(member: MemberDetails | null): string {
  if (member === null) return 'They get a link there, and choose their own password.';
  if (member.pending_email !== null)
    return `Not confirmed yet. Until then they sign in with ${member.email}.`;
  return member.has_password
    ? 'A new address counts once it is confirmed by the link that we send there.'
    : 'They have not chosen a password yet. A new address gets a new invitation.';
}

/** Without a role that cannot be given here: what is typed for a new account comes along to another place. */
function withRoleOf(
  roles: readonly MemberRole[],
  { role, ...typed }: Partial<FilledMember>,
): Partial<FilledMember> {
  return role !== undefined && roles.includes(role) ? { ...typed, role } : typed;
}

/** Their text says what they are; the others are choices. */
const typedFields = ['first_name', 'last_name', 'email'] as const;

/** The form for a new member, and for one who is there already. */
export function MemberForm({ member, roles, readNow, onSave, typed, cancelTo }: MemberFormProps) {
  const [failure, setFailure] = useState<FailureInWords | null>(null);
  const plansPlace = usePlansPlace(failure);
  const isAway = useIsAway();
  const countries = useMemo(
    () => [
      { value: '', label: 'Choose a country' },
      ...listCountries().map(({ code, name }) => ({ value: code, label: name })),
    ],
    [],
  );
  const form = useForm<FilledMember>({
    initialValues: initialValues(member, roles),
    validate: schemaResolver(MemberFields, { sync: true }),
  });
  const draft = useFormDraft(
    `member ${member?.id ?? 'new'}`,
    { ...form, setValues: (values) => form.setValues(withRoleOf(roles, values)) },
    { leaveOut: ['avatar'] },
  );
  const { setValues } = form;
  const restored = useRef<Partial<FilledMember>>(undefined);
  useEffect(() => {
    // Once: from then on it is changed by hand.
    if (!typed || restored.current === typed) return;
    restored.current = typed;
    setValues(typed);
  }, [typed, setValues]);
  useDirtyForm(form.isDirty(), draft.end);
  const { first_name, last_name, avatar } = form.values;
  // Somebody whose role is not among them keeps it.
  const mayGive = member === null || roles.includes(member.role);

  async function save() {
    setFailure(null);
    try {
      const now = (await readNow?.()) ?? member;
      const filled = now ? takeOverSaved(form, initialValues(now, roles), typedFields) : form.getValues();
      if (!filled) return;
      await onSave(filled, now);
      draft.end();
    } catch (error) {
      const found = failureOf(error);
      setFailure(found);
      form.setErrors(found.fields);
      notify.error('Error saving user. Please try again.', found.text);
    }
  }

  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(save)}>
      <DraftNote draft={draft} />
      <NeedsNetwork isAway={isAway && !failure} />
      {failure && (
        <FailureNote failure={failure}>
          <PlansWay to={plansPlace} />
        </FailureNote>
      )}
      <AvatarField
        person={{ avatar: member?.avatar ?? null, first_name, last_name }}
        value={avatar}
        onChange={(value) => form.setFieldValue('avatar', value)}
        error={form.errors['avatar'] as string | undefined}
      />
      <div className={styles.pair}>
        <NameFields field={form.getInputProps} />
      </div>
      <TextInput
        label="Email"
        description={emailHint(member)}
        type="email"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('email')}
      />
      <div className={styles.pair}>
        <NativeSelect label="Country" required data={countries} {...form.getInputProps('country')} />
        {mayGive && roles.length > 1 && (
          <NativeSelect
            label="Role"
            data={roleChoices(roles)}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...(member && { description: 'A new role signs them out everywhere.' })}
            {...form.getInputProps('role')}
          />
        )}
      </div>
      <Group gap="sm">
        <Button type="submit" loading={form.submitting}>
          {member ? 'Save' : 'Add user'}
        </Button>
        <CancelButton to={cancelTo} />
      </Group>
    </form>
  );
}
