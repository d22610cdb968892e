import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { isAnyoneAtWork } from './dirty-forms.ts';

/** As pages have it whose dialog begins anew each time: it is there as long as it is open. */
function PageWithDialog() {
  const [isOpen, setOpen] = useState(false);
  return (
    <MantineProvider env="test">
      <button type="button" onClick={() => setOpen(true)}>
        Draw
      </button>
      {isOpen && (
        <Dialog opened size={400} title="Draw a picture" onClose={() => setOpen(false)}>
          Here one draws
        </Dialog>
      )}
    </MantineProvider>
  );
}

it('gives the keyboard back to the button that opened it when it is taken out of the page', async () => {
  render(<PageWithDialog />);
  const opener = screen.getByRole('button', { name: 'Draw' });
  await userEvent.click(opener);
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

/** A dialog out of which another one opens, in whose place it comes. */
function TwoDialogs({ isFirst = false }: { isFirst?: boolean }) {
  const [shown, setShown] = useState(isFirst ? 1 : 0);
  return (
    <MantineProvider env="test">
      <main id="main" tabIndex={-1}>
        {!isFirst && (
          <button type="button" onClick={() => setShown(1)}>
            Replace
          </button>
        )}
      </main>
      <Dialog opened={shown === 1} size={400} title="Replace them?" onClose={() => setShown(0)}>
        <button type="button" onClick={() => setShown(2)}>
          Replace and print
        </button>
      </Dialog>
      {shown === 2 && (
        <Dialog opened size={400} title="They are printed" onClose={() => setShown(0)}>
          1 of 2 cards
        </Dialog>
      )}
    </MantineProvider>
  );
}

it.each([
  ['to what opened the first where another one took its place', false, 'Replace'],
  ['to the content of the page where nothing on it opened it', true, null],
])('gives the keyboard back %s', async (_where, isFirst, name) => {
  render(<TwoDialogs isFirst={isFirst} />);
  if (name) await userEvent.click(screen.getByRole('button', { name }));
  await userEvent.click(await screen.findByRole('button', { name: 'Replace and print' }));
  const second = await screen.findByRole('dialog', { name: 'They are printed' });
  await userEvent.click(within(second).getByRole('button', { name: 'Close' }));
  await waitFor(() =>
    expect(document.activeElement).toBe(
      name ? screen.getByRole('button', { name }) : screen.getByRole('main'),
    ),
  );
});

it('is no moment for the app to reload itself, though nothing was typed yet', async () => {
  render(<PageWithDialog />);
  expect(isAnyoneAtWork()).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Draw' }));
  await screen.findByRole('dialog');
  expect(isAnyoneAtWork()).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(isAnyoneAtWork()).toBe(false));
});

/** A dialog, and a question about something in it. */
function QuestionOverDialog() {
  const [isOpen, setOpen] = useState(true);
  const [isAsking, setAsking] = useState(false);
  return (
    <MantineProvider env="test">
      <Dialog opened={isOpen} size={400} title="Login card" onClose={() => setOpen(false)}>
        <button type="button" onClick={() => setAsking(true)}>
          Replace card
        </button>
      </Dialog>
      <ConfirmDialog
        opened={isAsking}
        title="Replace the card?"
        question="The old one stops working."
        confirmLabel="Replace"
        onConfirm={() => undefined}
        onClose={() => setAsking(false)}
      />
    </MantineProvider>
  );
}

it('is left open by Escape while a question is on top of it', async () => {
  render(<QuestionOverDialog />);
  await userEvent.click(await screen.findByRole('button', { name: 'Replace card' }));
  await screen.findByRole('dialog', { name: 'Replace the card?' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Replace the card?' })).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Login card' })).toBeDefined();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
