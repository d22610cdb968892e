import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TutorialKey } from '#contract/identity/identity.schema.ts';
import { deviceStorage } from '#src/session/device-storage.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { MessageScreen } from '#src/ui/message-screen.tsx';
import { NoNetwork } from '#src/ui/no-network.tsx';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleProfile } from '#tests/support/screen-samples.ts';
import { Guide } from './guide.tsx';
import { rememberWelcome, setOff, tourKeys } from './tour-memory.ts';
import { TourList } from './tour-list.tsx';
import type { Tour } from './tour.ts';
import { askForTour } from './tours.store.ts';
import { pace } from './use-guidance.ts';

const tess = sampleProfile({ first_name: 'Tess', role: 'school_admin' });

const tours: readonly Tour[] = [
  {
    key: 'classes',
    name: 'Your classes',
    roles: ['school_admin'],
    page: () => '/classes',
    steps: [
      { at: 'shelf', title: 'This is a class', text: 'Open <b>it</b>.' },
      { at: 'nowhere', title: 'Not here', text: 'It is left out.' },
      { at: 'sign', title: 'Where your work is', text: 'It says so.' },
    ],
  },
  {
    key: 'teacher_add',
    name: 'Add teachers',
    roles: ['school_admin'],
    page: () => '/teachers',
    steps: [{ at: 'invite', title: 'Invite', text: 'By email.' }],
  },
];

const nothingToHint = { isDue: () => false, render: () => null };

function Field() {
  const [text, setText] = useState('');
  useDirtyForm(text !== '');
  return (
    <input aria-label="Note" value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
  );
}

interface Case {
  user?: Parameters<typeof Guide>[0]['user'];
  seen?: readonly string[] | null;
  isTimeForTours?: boolean;
  hint?: Parameters<typeof Guide>[0]['hint'];
}

let told: TutorialKey[];

function show({ user = tess, seen = [], isTimeForTours = true, hint = nothingToHint }: Case = {}) {
  return renderScreen(
    <>
      <button type="button" data-tour="shelf" aria-expanded="false">
        Maple
      </button>
      <button type="button" data-tour="sign">
        All sent
      </button>
      <button type="button" data-tour="invite">
        Invite
      </button>
      <Field />
      <form onSubmit={(event) => event.preventDefault()}>
        <input aria-label="Half typed" defaultValue="" />
      </form>
      <Link to="/elsewhere">Elsewhere</Link>
      <TourList tours={tours} places={{ role: user.role, classId: null }} onLeave={() => undefined} />
      <Guide
        user={user}
        tours={tours}
        seen={seen}
        isTimeForTours={isTimeForTours}
        onSeen={(key) => told.push(key)}
        hint={hint}
      />
    </>,
  );
}

/** Lets so many looks pass. */
async function pass(looks: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(looks * pace);
  });
}

const offer = () => screen.queryByText(/^Guided tour: /u);
/** Says yes to the offer, as soon as it comes. */
async function accept(): Promise<void> {
  await pass(3);
  fireEvent.click(button('Show me around'));
  await pass(1);
}

const tour = () => screen.queryByRole('dialog', { hidden: true });
const button = (name: string) => screen.getByRole('button', { name, hidden: true });

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'requestAnimationFrame', 'Date'],
  });
  told = [];
  rememberWelcome(deviceStorage, tess.id);
});

afterEach(() => {
  act(() => askForTour(null));
  vi.useRealTimers();
  for (const key of Object.values(tourKeys)) deviceStorage.removeItem(key);
  useSessionStore.setState(useSessionStore.getInitialState());
});

describe('a tour', () => {
  it('offers itself once the page has been calm, says its words as text, and is told to the school', async () => {
    show();
    await pass(1);
    expect(offer()).toBeNull();
    await pass(2);
    expect(offer()?.textContent).toBe('Guided tour: Your classes');
    expect(tour()).toBeNull();
    expect(told).toEqual([]);
    fireEvent.click(button('Show me around'));
    await pass(1);
    expect(offer()).toBeNull();
    expect(tour()?.textContent).toContain('This is a class');
    expect(tour()?.textContent).toContain('Open <b>it</b>.');
    expect(tour()?.textContent).toContain('1 of 2');
    expect(told).toEqual(['classes']);
    expect(document.activeElement?.textContent).toBe('Next');
    fireEvent.click(button('Next'));
    await pass(1);
    expect(tour()?.textContent).toContain('Where your work is');
    fireEvent.click(button('Done'));
    await pass(1);
    expect(tour()).toBeNull();
    // As it was before the tour pointed at it.
    expect(button('Maple').getAttribute('aria-expanded')).toBe('false');
  });

  it('that is declined is never offered again, here or on another device', async () => {
    const first = show();
    await pass(3);
    fireEvent.click(button('No, thank you'));
    expect(offer()).toBeNull();
    expect(tour()).toBeNull();
    expect(told).toEqual(['classes']);
    first.unmount();
    show();
    await pass(3);
    expect(offer()?.textContent).toBe('Guided tour: Add teachers');
  });

  it('is offered again at the next visit where the offer was left alone', async () => {
    show();
    await pass(3);
    fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await act(async () => {});
    expect(offer()).toBeNull();
    await pass(3);
    expect(offer()?.textContent).toBe('Guided tour: Your classes');
    expect(told).toEqual([]);
  });

  it('waits while the first steps of the school are open, and is there for whoever asks', async () => {
    show({ isTimeForTours: false });
    await pass(10);
    expect(offer()).toBeNull();
    fireEvent.click(screen.getByText('Guided tours'));
    fireEvent.click(button('Your classes'));
    await pass(3);
    expect(tour()?.textContent).toContain('This is a class');
  });

  it('waits while somebody moves to a control to press it', async () => {
    show();
    for (let seconds = 0; seconds < 6; seconds += 1) {
      fireEvent.pointerMove(button('Maple'));
      await pass(1);
    }
    expect(offer()).toBeNull();
    await pass(4);
    expect(offer()).toBeTruthy();
  });

  it('waits while a form holds something half typed, wherever the focus is', async () => {
    show();
    const field = screen.getByLabelText<HTMLInputElement>('Half typed');
    fireEvent.input(field, { target: { value: 'Ida' } });
    await pass(10);
    expect(offer()).toBeNull();
    fireEvent.submit(field.closest('form') ?? field);
    await pass(4);
    expect(offer()).toBeTruthy();
  });

  it('comes once, and no second one on the same page', async () => {
    show();
    await accept();
    fireEvent.keyUp(window, { key: 'Escape' });
    await pass(5);
    expect(tour()).toBeNull();
    expect(offer()).toBeNull();
    fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await accept();
    expect(tour()?.textContent).toContain('Invite');
    expect(told).toEqual(['classes', 'teacher_add']);
  });

  it('does not come again to whoever saw it, here or on another device', async () => {
    show({ seen: ['classes', 'teacher_add'] }).unmount();
    show({ seen: ['classes', 'teacher_add'] });
    await pass(5);
    expect(offer()).toBeNull();
  });

  it('waits while this device does not know what was seen', async () => {
    show({ seen: null });
    await pass(5);
    expect(offer()).toBeNull();
  });

  it('never comes over what was typed, nor while somebody types', async () => {
    show();
    const field = screen.getByLabelText('Note');
    fireEvent.change(field, { target: { value: 'Birds' } });
    await pass(5);
    expect(offer()).toBeNull();
    fireEvent.change(field, { target: { value: '' } });
    act(() => field.focus());
    await pass(5);
    expect(offer()).toBeNull();
    act(() => field.blur());
    await pass(3);
    expect(offer()).not.toBeNull();
  });

  it('never comes over an open dialog, and gives way to one', async () => {
    show();
    const dialog = document.createElement('div');
    dialog.setAttribute('role', 'dialog');
    dialog.textContent = 'Are you still there?';
    document.body.append(dialog);
    await pass(5);
    expect(offer()).toBeNull();
    expect(screen.getAllByRole('dialog')).toEqual([dialog]);
    dialog.remove();
    await accept();
    expect(tour()?.textContent).toContain('This is a class');
    document.body.append(dialog);
    await pass(1);
    expect(screen.getAllByRole('dialog')).toEqual([dialog]);
    dialog.remove();
  });

  it.each([
    ['cannot be reached', <NoNetwork key="page" waits="Your classes show up here." />],
    ['is not there', <MessageScreen key="page" picture={null} title="Lost" text="" action={null} />],
  ])('is not offered over a page that %s', async (_what, missing) => {
    const { unmount } = renderScreen(missing);
    show();
    await pass(5);
    expect(offer()).toBeNull();
    unmount();
    await pass(3);
    expect(offer()).toBeTruthy();
  });

  it('waits until a toast is gone, which would lie over its buttons', async () => {
    show();
    const toast = document.createElement('div');
    toast.className = 'mantine-Notification-root';
    document.body.append(toast);
    await pass(5);
    expect(offer()).toBeNull();
    toast.remove();
    await pass(3);
    expect(offer()).toBeTruthy();
  });

  it('goes with its page', async () => {
    show();
    await accept();
    fireEvent.click(screen.getByText('Elsewhere'));
    await act(async () => {});
    expect(tour()).toBeNull();
  });

  it('is not offered to a guest, nor where somebody does not want it, and comes to both who ask', async () => {
    const visiting = { home: 'Trust', host: 'trust.localhost', is_platform: false };
    show({ user: { ...tess, visiting } }).unmount();
    setOff(deviceStorage, true);
    show();
    await pass(5);
    expect(offer()).toBeNull();
    fireEvent.click(screen.getByText('Guided tours'));
    fireEvent.click(button('Add teachers'));
    await pass(3);
    expect(tour()?.textContent).toContain('By email.');
    expect(told).toEqual(['teacher_add']);
  });

  it('can be asked for as often as one likes, and is told to the school once', async () => {
    show({ seen: ['classes', 'teacher_add'] });
    fireEvent.click(screen.getByText('Guided tours'));
    for (let time = 0; time < 2; time += 1) {
      fireEvent.click(button('Your classes'));
      await pass(3);
      expect(tour()?.textContent).toContain('This is a class');
      fireEvent.click(button('End the tour'));
      await pass(1);
      expect(tour()).toBeNull();
    }
    expect(told).toEqual([]);
  });

  it('that has nothing to point at is not waited for without end', async () => {
    const steps = [{ at: 'gone', title: 'Gone', text: 'It was here.' }];
    const gone: Tour = { key: 'classes', name: 'Gone', roles: [], page: () => null, steps };
    show({ seen: ['classes', 'teacher_add'] });
    act(() => askForTour(gone));
    await pass(21);
    expect(screen.getByText('The tour could not begin')).toBeDefined();
  });
});

describe('the welcome', () => {
  beforeEach(() => deviceStorage.removeItem(tourKeys.welcome));

  it('explains the dashboards once to those who have several, before any tour', async () => {
    const first = show();
    await pass(3);
    const dialog = screen.getByRole('dialog', { name: 'Welcome, Tess' });
    expect(dialog.textContent).toContain('Teacher Dashboard');
    expect(dialog.textContent).toContain('Admin Dashboard');
    fireEvent.click(screen.getByRole('button', { name: 'Continue to Dashboard' }));
    await pass(1);
    expect(screen.getByLabelText('Address').textContent).toBe('/admin-school');
    first.unmount();
    show({ seen: ['classes', 'teacher_add'] });
    await pass(5);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('does not come over the first steps of the school', async () => {
    show({ isTimeForTours: false });
    await pass(10);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is nothing for those who have one', async () => {
    show({ user: { ...tess, role: 'teacher' } });
    await pass(5);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a hint', () => {
  it('comes last, and goes when it is closed', async () => {
    const hint = {
      isDue: () => true,
      render: (onClose: () => void) => (
        <button type="button" onClick={onClose}>
          No, thank you
        </button>
      ),
    };
    show({ seen: ['classes', 'teacher_add'], hint });
    await pass(3);
    fireEvent.click(button('No, thank you'));
    expect(screen.queryByText('No, thank you')).toBeNull();
  });

  it('is not the first thing that somebody is told', async () => {
    const hint = { isDue: () => true, render: () => <p>On the home screen</p> };
    show({ user: { ...tess, role: 'teacher' }, hint });
    await pass(5);
    expect(screen.queryByText('On the home screen')).toBeNull();
  });
});
