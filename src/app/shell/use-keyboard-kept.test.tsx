import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { useKeyboardKept } from './use-keyboard-kept.ts';

/** A list of shelves, each with a field and a button that takes it out, as pages have them. */
function Shelves({ isDialog }: { isDialog: boolean }) {
  useKeyboardKept();
  const [names, setNames] = useState(['Owls', 'Bats', 'Cats']);
  const list = (
    <ul>
      {names.map((name) => (
        <li key={name}>
          <button type="button" onClick={() => setNames(names.filter((each) => each !== name))}>
            Archive {name}
          </button>
        </li>
      ))}
    </ul>
  );
  return (
    <main id="main" tabIndex={-1}>
      <button type="button">Add shelf</button>
      {isDialog ? (
        <div role="dialog" aria-label="Shelves" tabIndex={-1}>
          {list}
        </div>
      ) : (
        list
      )}
    </main>
  );
}

const archive = (name: string) => screen.getByRole('button', { name: `Archive ${name}` });
const isAt = async (element: Element) => {
  await waitFor(() => expect(document.activeElement).toBe(element));
};

describe('the keyboard, where what had it is taken out of the page', () => {
  it('goes on at what stands in its place, then before it, then at the content', async () => {
    const user = userEvent.setup();
    render(<Shelves isDialog={false} />);
    archive('Bats').focus();
    await user.keyboard('{Enter}');
    await isAt(archive('Cats'));
    await user.keyboard('{Enter}');
    await isAt(archive('Owls'));
    await user.keyboard('{Enter}');
    await isAt(screen.getByRole('main'));
  });

  it('stays in the dialog that it was in', async () => {
    const user = userEvent.setup();
    render(<Shelves isDialog />);
    archive('Owls').focus();
    for (const next of ['Bats', 'Cats']) {
      await user.keyboard('{Enter}');
      await isAt(archive(next));
    }
    await user.keyboard('{Enter}');
    await isAt(screen.getByRole('dialog', { name: 'Shelves' }));
  });

  it('comes to the content where a dialog is gone that gave it to nothing', async () => {
    const user = userEvent.setup();
    function Page() {
      const [isOpen, setOpen] = useState(true);
      const dialog = (
        <div role="dialog" aria-label="Shelves">
          <button type="button" onClick={() => setOpen(false)}>
            Close
          </button>
        </div>
      );
      return (
        <>
          {isOpen && dialog}
          <Shelves isDialog={false} />
        </>
      );
    }
    render(<Page />);
    screen.getByRole('button', { name: 'Close' }).focus();
    await user.keyboard('{Enter}');
    await isAt(screen.getByRole('main'));
  });

  it('is left alone for those who point or tap', async () => {
    vi.useFakeTimers();
    render(<Shelves isDialog={false} />);
    archive('Bats').focus();
    fireEvent.pointerDown(archive('Bats'));
    fireEvent.click(archive('Bats'));
    await Promise.resolve();
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    expect(document.activeElement).toBe(document.body);
  });
});
