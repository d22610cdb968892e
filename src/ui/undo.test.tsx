import { notifications } from '@mantine/notifications';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { undoable } from './undo.tsx';

const undo = vi.fn(async () => true);

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  undo.mockClear();
});

afterEach(() => {
  act(() => notifications.clean());
  cleanup();
  vi.useRealTimers();
});

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

async function say(text = 'Zoë Fern moved to 4B'): Promise<HTMLElement> {
  act(() => undoable(undo).success(text, 'Saved on this device.'));
  const words = await screen.findByText(text);
  return words.closest<HTMLElement>('[role="status"]') as HTMLElement;
}

describe('what can be undone', () => {
  it('is said as a status with a button, once for each act', async () => {
    renderScreen(<p>Page</p>);
    const toast = await say();
    expect(toast.textContent).toContain('Saved on this device.');
    fireEvent.click(within(toast).getByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  });

  it('stays ten seconds, and longer while it has the focus', async () => {
    renderScreen(<p>Page</p>);
    await say();
    await pass(8);
    const button = screen.getByRole('button', { name: 'Undo' });
    act(() => button.focus());
    await pass(30);
    expect(button.isConnected).toBe(true);
    act(() => button.blur());
    await pass(11);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(undo).not.toHaveBeenCalled();
  });

  it('is the last act alone, and gives the focus back to where it was', async () => {
    renderScreen(<button type="button">Page</button>);
    await say();
    await say('Bo Hill archived');
    await waitFor(() => expect(screen.queryByText('Zoë Fern moved to 4B')).toBeNull());
    const before = screen.getByRole('button', { name: 'Page' });
    act(() => before.focus());
    act(() => screen.getByRole('button', { name: 'Undo' }).focus());
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(document.activeElement).toBe(before);
  });

  it('is undone by the keys as well, unless they are for a field', async () => {
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    renderScreen(<input aria-label="Name" />);
    await say();
    await user.click(screen.getByLabelText('Name'));
    await user.keyboard('{Control>}z{/Control}');
    expect(undo).not.toHaveBeenCalled();
    act(() => screen.getByLabelText('Name').blur());
    await user.keyboard('{Control>}z{/Control}');
    expect(undo).toHaveBeenCalledTimes(1);
  });
});
