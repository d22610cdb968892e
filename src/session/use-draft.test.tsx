import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useState } from 'react';
import { giveUpDirtyForms } from '#src/ui/dirty-forms.ts';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { useFormDraft } from './use-form-draft.ts';
import { useSessionStore } from './session.store.ts';

interface FormProps {
  first: { name: string; note: string; password: string };
  onSave: () => void;
}

function Form({ first, onSave }: FormProps) {
  const form = useForm({ initialValues: first });
  const draft = useFormDraft('thing', form, { leaveOut: ['password'] });
  return (
    <ModalForm
      dirty={form.isDirty()}
      draft={draft}
      submitLabel="Save"
      submitting={false}
      onSubmit={form.onSubmit(onSave)}
    >
      <TextInput label="Name" {...form.getInputProps('name')} />
      <TextInput label="Note" {...form.getInputProps('note')} />
      <TextInput label="Password" {...form.getInputProps('password')} />
    </ModalForm>
  );
}

function Page({ name = 'Maple', note = '' }: { name?: string; note?: string }) {
  const [opened, setOpened] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <FormModal opened={opened} title="Thing" onClose={() => setOpened(false)}>
        <Form first={{ name, note, password: '' }} onSave={() => setOpened(false)} />
      </FormModal>
    </>
  );
}

/** Stays where it is once it is saved. */
function StayingForm() {
  const form = useForm({ initialValues: { name: 'Maple' } });
  const draft = useFormDraft('thing', form);
  return (
    <form
      onSubmit={form.onSubmit((saved) => {
        draft.end();
        form.setInitialValues(saved);
        form.setValues(saved);
      })}
    >
      <TextInput label="Name" {...form.getInputProps('name')} />
      <button type="submit">Save</button>
    </form>
  );
}

const field = (label: string) => screen.findByRole('textbox', { name: label });
const valueOf = async (label: string) => ((await field(label)) as HTMLInputElement).value;
const restored = () => screen.queryByText('What you typed before is still here.');

/** Opens the page with what the device keeps; what is handed back is everything of the page. */
function open(localDrafts: FakeLocalDrafts, page = <Page />) {
  return renderScreen(page, { localDrafts });
}

beforeEach(() => useSessionStore.setState({ user: sampleAdmin() }));
afterEach(() => act(() => useSessionStore.setState(useSessionStore.getInitialState())));

describe('what is typed into a form', () => {
  it('comes back after a reload, but for the password, and can be thrown away', async () => {
    const localDrafts = new FakeLocalDrafts();
    const first = open(localDrafts);
    await first.user.type(await field('Name'), 'tree');
    await first.user.type(await field('Password'), 'a-secret-of-theirs');
    await waitFor(() => expect(localDrafts.text).toContain('Mapletree'));
    first.unmount();
    expect(localDrafts.text).not.toContain('a-secret-of-theirs');

    const { user } = open(localDrafts);
    await waitFor(async () => expect(await valueOf('Name')).toBe('Mapletree'));
    expect(restored()).toBeTruthy();
    expect(await valueOf('Password')).toBe('');
    await user.click(screen.getByRole('button', { name: 'Start anew' }));
    expect(await valueOf('Name')).toBe('Maple');
    expect(restored()).toBeNull();
    await waitFor(() => expect(localDrafts.text).toBe(''));
  });

  it('leaves alone what somebody else changed meanwhile', async () => {
    const localDrafts = new FakeLocalDrafts();
    const first = open(localDrafts);
    await first.user.type(await field('Name'), 'tree');
    await waitFor(() => expect(localDrafts.text).toContain('Mapletree'));
    first.unmount();
    open(localDrafts, <Page note="from a colleague" />);
    await waitFor(async () => expect(await valueOf('Name')).toBe('Mapletree'));
    expect(await valueOf('Note')).toBe('from a colleague');
  });

  it('is gone when it is saved', async () => {
    const localDrafts = new FakeLocalDrafts();
    const { user } = open(localDrafts);
    await user.type(await field('Name'), 'tree');
    await waitFor(() => expect(localDrafts.text).toContain('Mapletree'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(localDrafts.text).toBe(''));
    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect(await valueOf('Name')).toBe('Maple');
    expect(restored()).toBeNull();
  });

  it('is kept again in a form that stays open after it is saved', async () => {
    const localDrafts = new FakeLocalDrafts();
    const { user } = open(localDrafts, <StayingForm />);
    await user.type(await field('Name'), 'tree');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(localDrafts.text).toBe(''));
    await user.type(await field('Name'), 's');
    await waitFor(() => expect(localDrafts.text).toContain('Mapletrees'));
  });

  it('is gone when the dialog is closed without saving, or the page is left so', async () => {
    const localDrafts = new FakeLocalDrafts();
    const { user } = open(localDrafts);
    await user.type(await field('Name'), 'tree');
    await waitFor(() => expect(localDrafts.text).toContain('Mapletree'));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Close without saving' }));
    await waitFor(() => expect(localDrafts.text).toBe(''));

    await user.click(screen.getByRole('button', { name: 'Open' }));
    await user.type(await field('Name'), 'wood');
    await waitFor(() => expect(localDrafts.text).toContain('Maplewood'));
    act(() => giveUpDirtyForms());
    await waitFor(() => expect(localDrafts.text).toBe(''));
  });

  it('is nobody else’s', async () => {
    const localDrafts = new FakeLocalDrafts();
    const first = open(localDrafts);
    await first.user.type(await field('Name'), 'tree');
    await waitFor(() => expect(localDrafts.text).toContain('Mapletree'));
    first.unmount();
    useSessionStore.setState({ user: sampleAdmin({ id: '0192f3a4-0000-7000-8000-000000000002' }) });
    const { user } = open(localDrafts);
    expect(await valueOf('Name')).toBe('Maple');
    await user.type(await field('Name'), ' Two');
    await waitFor(() => expect(localDrafts.text).toContain('Maple Two'));
    expect(await valueOf('Name')).toBe('Maple Two');
  });
});
