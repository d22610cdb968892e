import { createRoot, type Root } from 'react-dom/client';
import { act, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '#contract/identity/identity.schema.ts';
import { zoe } from '#tests/support/pupil-user.ts';
import { untilFocusIsOn } from '#tests/support/until-shown.ts';
import { until } from '#tests/support/until.ts';
import { noteChildHere } from './children-here.ts';
import { coverMark } from './conceal.ts';
import { endSession } from './end-session.ts';
import { lockSession, locksWhenIdle, openSession, readLocked } from './lock.ts';
import { sessionKeys, writeSession } from './session-keys.ts';
import { useSessionStore } from './session.store.ts';
import { startSession } from './use-session.ts';

const ben: User = { ...zoe, id: '01985b4e-0000-7000-8000-000000000002', first_name: 'Ben' };
const teacher: User = { ...zoe, role: 'teacher', username: null, email: 'ada@greenfield.test' };
const minute = 60_000;

const signInAs = (user: User) => writeSession(localStorage, { access: 'a', refresh: 'r', user }, true);

function Page() {
  const [text, setText] = useState('');
  return (
    <textarea
      aria-label="About me"
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  );
}

let root: Root;
let place: HTMLElement;

/** The app, as `main.tsx` starts it. */
async function start() {
  place = document.createElement('div');
  place.id = 'root';
  document.body.append(place);
  startSession();
  root = createRoot(place);
  await act(async () => root.render(<Page />));
}

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});

afterEach(async () => {
  localStorage.clear();
  await act(async () => useSessionStore.setState(useSessionStore.getInitialState()));
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

/** As the browser tells the other tabs. */
async function hear(key: string | null) {
  await act(async () => window.dispatchEvent(new StorageEvent('storage', { key })));
}

const isShown = () => document.body.contains(place);

describe('a locked session', () => {
  it('leaves nothing of the page in the document, and all of it as it was when it opens', async () => {
    signInAs(zoe);
    await start();
    const field = place.querySelector('textarea');
    await act(async () => {
      field?.focus();
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(
        field,
        'I like owls',
      );
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await act(async () => lockSession(zoe));
    expect(document.body.children).toHaveLength(0);
    await act(async () => openSession());
    expect(isShown()).toBe(true);
    expect(place.querySelector('textarea')).toBe(field);
    expect(field?.value).toBe('I like owls');
    await untilFocusIsOn(() => field);
  });

  it('lets nothing else into the document but its cover', async () => {
    signInAs(zoe);
    await start();
    await act(async () => lockSession(zoe));
    const [dialog, cover] = [document.createElement('div'), document.createElement('main')];
    dialog.textContent = 'Saved: I like owls';
    cover.setAttribute(coverMark, '');
    await act(async () => document.body.append(dialog, cover));
    expect(Array.from(document.body.children)).toEqual([cover]);
    cover.remove();
    await act(async () => openSession());
    expect(document.body.textContent).toContain('I like owls');
  });

  it('is locked before anything is drawn after a reload', async () => {
    signInAs(zoe);
    localStorage.setItem(sessionKeys.locked, zoe.id);
    await start();
    expect(isShown()).toBe(false);
  });

  it('has the look of the app for its cover, though the page was never shown', async () => {
    signInAs(zoe);
    localStorage.setItem(sessionKeys.locked, zoe.id);
    await start();
    const looks = () => Array.from(document.head.querySelectorAll('style'), ({ textContent }) => textContent);
    const before = looks();
    const style = document.createElement('style');
    style.textContent = ':root { --paper: ivory }';
    await act(async () => place.append(style));
    await until(() => expect(looks()).toEqual([...before, ':root { --paper: ivory }']));
    style.textContent = ':root { --paper: black }';
    await until(() => expect(looks()).toEqual([...before, ':root { --paper: black }']));
    await act(async () => openSession());
    expect(looks()).toEqual(before);
    expect(document.body.contains(style)).toBe(true);
  });

  it('is locked at the start where nobody touched the tablet for long', async () => {
    signInAs(zoe);
    localStorage.setItem(sessionKeys.lastTouch, String(Date.now() - 6 * minute));
    await start();
    expect(isShown()).toBe(false);
    expect(readLocked(localStorage)).toBe(true);
  });

  it('is not where somebody did a moment ago', async () => {
    signInAs(zoe);
    localStorage.setItem(sessionKeys.lastTouch, String(Date.now() - 5 * minute));
    await start();
    expect(isShown()).toBe(true);
  });

  it('is locked and opened in all tabs', async () => {
    signInAs(zoe);
    await start();
    localStorage.setItem(sessionKeys.locked, zoe.id);
    await hear(sessionKeys.locked);
    expect(isShown()).toBe(false);
    localStorage.removeItem(sessionKeys.locked);
    await hear(sessionKeys.locked);
    expect(isShown()).toBe(true);
  });

  it('ends with the session, and is nobody else’s', async () => {
    signInAs(zoe);
    await start();
    await act(async () => lockSession(zoe));
    await act(async () => endSession('signed_out'));
    expect(isShown()).toBe(true);
    expect(localStorage.getItem(sessionKeys.locked)).toBeNull();
    signInAs(ben);
    await hear(sessionKeys.user);
    lockSession(zoe);
    expect(useSessionStore.getState()).toMatchObject({ user: ben, isLocked: false });
    expect(readLocked(localStorage)).toBe(false);
  });
});

describe('a page that the browser had put away, for Back', () => {
  it('is that of whoever is signed in now', async () => {
    signInAs(zoe);
    await start();
    signInAs(ben);
    const shown = new Event('pageshow');
    await act(async () => window.dispatchEvent(Object.assign(shown, { persisted: true })));
    expect(useSessionStore.getState().user).toEqual(ben);
  });
});

describe('who touches nothing for long', () => {
  it('is locked as a child everywhere, as a grown-up where children sign in', async () => {
    await start();
    expect(locksWhenIdle(zoe)).toBe(true);
    expect(locksWhenIdle(teacher)).toBe(false);
    noteChildHere('card');
    expect(locksWhenIdle(teacher)).toBe(true);
    const visiting = { home: 'Northern Schools', host: 'north.localhost', is_platform: false };
    expect(locksWhenIdle({ ...teacher, visiting })).toBe(false);
  });
});
