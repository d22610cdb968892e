import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { notify } from '#src/ui/notify.tsx';
import { Toasts } from './toasts.tsx';

/** Another page, with something to press where toasts appear. */
function Pages() {
  const [isNext, setNext] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setNext(true)}>
        On
      </button>
      {isNext && (
        <button type="button" ref={atTheFoot}>
          Open my page
        </button>
      )}
    </>
  );
}

function atTheFoot(button: HTMLButtonElement | null): void {
  if (button)
    button.getBoundingClientRect = () => new DOMRect(0, window.innerHeight - 80, window.innerWidth, 60);
}

const placeOf = (words: string) =>
  screen.getByText(words).closest<HTMLElement>('[data-position]')?.dataset['position'];

afterEach(() => vi.restoreAllMocks());

it('a toast goes out of the way of what comes onto the page after it', async () => {
  const user = userEvent.setup();
  render(
    <MantineProvider env="test">
      <Pages />
      <Toasts />
    </MantineProvider>,
  );
  act(() => notify.success('Logged in successfully'));
  await screen.findByText('Logged in successfully');
  expect(placeOf('Logged in successfully')).toBe('bottom-right');
  await user.click(screen.getByRole('button', { name: 'On' }));
  await waitFor(() => expect(placeOf('Logged in successfully')).toBe('top-right'));
});
