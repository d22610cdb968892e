import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { notify } from '#src/ui/notify.tsx';
import { Toasts } from './toasts.tsx';

const at = (y: number) => (button: HTMLButtonElement | null) => {
  if (button) button.getBoundingClientRect = () => new DOMRect(0, y, window.innerWidth, 60);
};

/** Its button is at the foot, and that of the dialog that opens over it at the head. */
function NextPage() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" ref={at(window.innerHeight - 80)} onClick={() => setOpen(true)}>
        Open my page
      </button>
      {isOpen && (
        <div role="dialog" aria-modal="true">
          <button type="button" ref={at(20)}>
            See it
          </button>
        </div>
      )}
    </>
  );
}

/** The button of one dialog is at the foot, that of the other at the head. */
function TwoDialogs() {
  const [opened, setOpened] = useState<'ask' | 'invite' | null>(null);
  const done = () => {
    notify.success('The school is asked');
    setOpened(null);
  };
  return (
    <>
      <button type="button" onClick={() => setOpened('ask')}>
        Ask a school
      </button>
      <button type="button" onClick={() => setOpened('invite')}>
        Invite a school
      </button>
      {opened !== null && (
        <div role="dialog" aria-modal="true">
          <button type="button" ref={at(opened === 'ask' ? window.innerHeight - 80 : 20)} onClick={done}>
            {opened === 'ask' ? 'Ask' : 'Invite'}
          </button>
        </div>
      )}
    </>
  );
}

const placeOf = (words: string) =>
  screen.getByText(words).closest<HTMLElement>('[data-position]')?.dataset['position'];

it('a toast goes out of the way of the page that one comes to, and stays where it is on its own', async () => {
  const user = userEvent.setup();
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <Link to="/?more=1">More of this page</Link>
        <Link to="/next">On</Link>
        <Routes>
          <Route path="/" element={<p>Sign in</p>} />
          <Route path="/next" element={<NextPage />} />
        </Routes>
        <Toasts />
      </MemoryRouter>
    </MantineProvider>,
  );
  act(() => notify.success('Logged in successfully'));
  await screen.findByText('Logged in successfully');
  await user.click(screen.getByRole('link', { name: 'More of this page' }));
  expect(placeOf('Logged in successfully')).toBe('bottom-right');
  await user.click(screen.getByRole('link', { name: 'On' }));
  await waitFor(() => expect(placeOf('Logged in successfully')).toBe('top-right'));
  await user.click(screen.getByRole('button', { name: 'Open my page' }));
  await waitFor(() => expect(placeOf('Logged in successfully')).toBe('bottom-right'));
});

it('a toast does not lie on the buttons of a dialog that opens after it on the same page', async () => {
  const user = userEvent.setup();
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <TwoDialogs />
        <Toasts />
      </MemoryRouter>
    </MantineProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Ask a school' }));
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  await screen.findByText('The school is asked');
  expect(placeOf('The school is asked')).toBe('top-right');
  await user.click(screen.getByRole('button', { name: 'Invite a school' }));
  await waitFor(() => expect(placeOf('The school is asked')).toBe('bottom-right'));
});

it('a word about the page before does not lie on the steps of a desk', async () => {
  const user = userEvent.setup();
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <Link to="/desk">Write</Link>
        <Routes>
          <Route path="/" element={<p>Sign in</p>} />
          <Route
            path="/desk"
            element={
              <div data-desk-work>
                <button type="button" ref={at(8)}>
                  Read it
                </button>
                <button type="button" ref={at(window.innerHeight - 80)}>
                  Draw
                </button>
              </div>
            }
          />
        </Routes>
        <Toasts />
      </MemoryRouter>
    </MantineProvider>,
  );
  act(() => notify.success('Logged in successfully'));
  await screen.findByText('Logged in successfully');
  await user.click(screen.getByRole('link', { name: 'Write' }));
  await waitFor(() => expect(screen.queryByText('Logged in successfully')).toBeNull());
});
