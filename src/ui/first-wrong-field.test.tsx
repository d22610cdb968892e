import { Checkbox, TextInput } from '@mantine/core';
import { act, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { focusFirstWrongFields } from './first-wrong-field.ts';
import { PasswordField } from './password-field.tsx';

let stop: () => void;
beforeEach(() => {
  stop = focusFirstWrongFields();
});
afterEach(() => stop());

/** Refuses an empty name at once, and the address when the server says so. */
function Form() {
  const [name, setName] = useState('');
  const [wrong, setWrong] = useState<readonly string[]>([]);
  useEffect(() => {
    const refuse = () => setWrong(['Email']);
    window.addEventListener('refused', refuse);
    return () => window.removeEventListener('refused', refuse);
  }, []);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setWrong(name === '' ? ['Name', 'Email'] : []);
      }}
    >
      <TextInput
        label="Name"
        value={name}
        error={wrong.includes('Name')}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextInput label="Email" error={wrong.includes('Email')} />
      <TextInput label="Note" />
      <button type="submit">Save</button>
    </form>
  );
}

/** The server answers. */
const refuse = () => act(() => void window.dispatchEvent(new Event('refused')));
const focused = () => document.activeElement;

it('puts the focus on the first of two wrong fields, also at the second try', async () => {
  const { user } = renderScreen(<Form />);
  for (let tries = 0; tries < 2; tries += 1) {
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Name')));
  }
});

it('puts it on the field that the server names later', async () => {
  const { user } = renderScreen(<Form />);
  await user.type(screen.getByLabelText('Name'), 'Ida');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  refuse();
  await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Email')));
});

it('takes nobody away from where they type meanwhile', async () => {
  const { user } = renderScreen(<Form />);
  await user.type(screen.getByLabelText('Name'), 'Ida');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.type(screen.getByLabelText('Note'), 'Later');
  refuse();
  await waitFor(() => expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true'));
  expect(focused()).toBe(screen.getByLabelText('Note'));
});

/** Refuses what is typed here, or that nothing is chosen. */
function Refusing({ wrong }: { wrong: 'password' | 'days' }) {
  const [isRefused, setRefused] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setRefused(true);
      }}
    >
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        error={isRefused && wrong === 'password' && 'This is not your password.'}
      />
      <Checkbox.Group label="Days" data-wrong={(isRefused && wrong === 'days') || undefined}>
        <Checkbox value="1" label="Monday" />
        <Checkbox value="2" label="Tuesday" />
      </Checkbox.Group>
      <button type="submit">Save</button>
    </form>
  );
}

it('puts it on a wrong password, which a screen reader is told is wrong', async () => {
  const { user } = renderScreen(<Refusing wrong="password" />);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const field = screen.getByLabelText('Your password');
  await waitFor(() => expect(focused()).toBe(field));
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

it('puts it on the first box of a group in which none is chosen', async () => {
  const { user } = renderScreen(<Refusing wrong="days" />);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Monday')));
});
