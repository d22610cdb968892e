import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { BrowserRouter, Link, Outlet, Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { useSessionStore } from '#src/session/session.store.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import { LeaveGuard } from './leave-guard.tsx';

function Field() {
  const [text, setText] = useState('');
  useDirtyForm(text !== '');
  return (
    <input
      aria-label="About me"
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  );
}

function FormInDialog() {
  const [isOpen, setOpen] = useState(true);
  const [text, setText] = useState('');
  return (
    <FormModal opened={isOpen} title="Rename" onClose={() => setOpen(false)}>
      <ModalForm dirty={text !== ''} submitLabel="Save" submitting={false} onSubmit={() => undefined}>
        <input
          aria-label="About me"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </ModalForm>
    </FormModal>
  );
}

function Page() {
  return (
    <LeaveGuard>
      <Field />
      <Link to="/logout">I am finished</Link>
    </LeaveGuard>
  );
}

const address = () => screen.getByLabelText('Address').textContent;
const link = () => screen.getByRole('link', { name: 'I am finished' });

const question = 'What you typed here will be lost.';

describe('a link', () => {
  it('just leads on where nothing was typed', async () => {
    const { user } = renderScreen(<Page />, { address: '/dashboard' });
    await user.click(link());
    expect(address()).toBe('/logout');
  });

  it('asks first where something would be lost, and what was typed stays', async () => {
    const { user } = renderScreen(<Page />, { address: '/dashboard' });
    await user.type(screen.getByLabelText('About me'), 'I like owls');
    await user.click(link());
    await screen.findByText(question);
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByText(question)).toBeNull());
    expect(address()).toBe('/dashboard');
    expect(screen.getByLabelText<HTMLInputElement>('About me').value).toBe('I like owls');
  });

  it('leaves all the same where the person says so', async () => {
    const { user } = renderScreen(<Page />, { address: '/dashboard' });
    await user.type(screen.getByLabelText('About me'), 'I like owls');
    await user.click(link());
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(address()).toBe('/logout'));
  });
});

describe('Back', () => {
  afterEach(() => {
    act(() => useSessionStore.setState(useSessionStore.getInitialState()));
  });

  const field = () => screen.queryByLabelText<HTMLInputElement>('About me');
  const standsOn = async (pathname: string) => {
    await waitFor(() => expect(window.location.pathname).toBe(pathname));
  };

  /** The app in a browser: somebody came from the start page, where the list is, to the form. */
  async function openForm(typed: string, form = <Field />) {
    window.history.replaceState(null, '', '/');
    const list = <Link to="/form">To the form</Link>;
    const shell = (
      <LeaveGuard>
        <Outlet />
      </LeaveGuard>
    );
    render(
      <MantineProvider env="test">
        <BrowserRouter>
          <Routes>
            <Route element={shell}>
              <Route path="form" element={form} />
              <Route path="*" element={list} />
            </Route>
          </Routes>
        </BrowserRouter>
      </MantineProvider>,
    );
    const user = userEvent.setup();
    await user.click(screen.getByRole('link', { name: 'To the form' }));
    const box = await screen.findByLabelText('About me');
    if (typed !== '') await user.type(box, typed);
    return user;
  }

  it('just leads back where nothing was typed', async () => {
    await openForm('');
    act(() => window.history.back());
    await screen.findByRole('link', { name: 'To the form' });
    expect(screen.queryByText(question)).toBeNull();
  });

  it('asks first where something would be lost, and what was typed stays, however often it is pressed', async () => {
    const user = await openForm('I like owls');
    for (let press = 0; press < 2; press += 1) {
      act(() => window.history.back());
      await screen.findByText(question);
      await standsOn('/form');
      expect(field()?.value).toBe('I like owls');
      await user.click(screen.getByRole('button', { name: 'Keep editing' }));
      await waitFor(() => expect(screen.queryByText(question)).toBeNull());
    }
    expect(field()?.value).toBe('I like owls');
  });

  it('leads back all the same where the person says so, and asks again the next time', async () => {
    const user = await openForm('I like owls');
    act(() => window.history.back());
    await screen.findByText(question);
    await standsOn('/form');
    await user.click(screen.getByRole('button', { name: 'Leave without saving' }));
    await user.click(await screen.findByRole('link', { name: 'To the form' }));
    expect(field()?.value).toBe('');
    await user.type(screen.getByLabelText('About me'), 'I like bats');
    act(() => window.history.back());
    await screen.findByText(question);
    await standsOn('/form');
    expect(field()?.value).toBe('I like bats');
  });

  it('puts no second question on top of one that is open', async () => {
    const user = await openForm('I like owls', <FormInDialog />);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await screen.findByRole('dialog', { name: 'Close without saving?' });
    act(() => window.history.back());
    await standsOn('/form');
    expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByText(question)).toBeNull());
    expect(field()?.value).toBe('I like owls');
  });

  it('asks over a form in a dialog, and Escape answers that question alone', async () => {
    const user = await openForm('I like owls', <FormInDialog />);
    act(() => window.history.back());
    await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await standsOn('/form');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText(question)).toBeNull());
    expect(screen.getByRole('dialog', { name: 'Rename' })).toBeDefined();
    expect(field()?.value).toBe('I like owls');
  });

  it('leaves a locked page to its lock', async () => {
    await openForm('I like owls');
    act(() => useSessionStore.setState({ isLocked: true }));
    act(() => window.history.back());
    await screen.findByRole('link', { name: 'To the form' });
    expect(screen.queryByText(question)).toBeNull();
  });
});
