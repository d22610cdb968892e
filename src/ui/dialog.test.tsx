import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
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

it('is no moment for the app to reload itself, though nothing was typed yet', async () => {
  render(<PageWithDialog />);
  expect(isAnyoneAtWork()).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Draw' }));
  await screen.findByRole('dialog');
  expect(isAnyoneAtWork()).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(isAnyoneAtWork()).toBe(false));
});
