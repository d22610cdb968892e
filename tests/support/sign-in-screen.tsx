import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Session } from '#contract/identity/identity.schema.ts';
import { studentProblems } from '#contract/students/students.problems.ts';
import type { PupilTile } from '#contract/students/students.schema.ts';
import { SignInScreen } from '#src/features/identity/sign-in.screen.tsx';
import type { QrScannerProps } from '#src/features/identity/use-card-sign-in.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { type FakeAnswer, FakeSchoolServer, refusalOf } from '#tests/support/fake-school-server.ts';
import { zoe } from '#tests/support/pupil-user.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

export const session: Session = {
  access: 'access',
  refresh: 'refresh',
  user: zoe,
};

const animals = ['otter', 'fox', 'owl'] as const;

export type Given = { from?: string; Scanner?: (props: QrScannerProps) => React.ReactNode };

export function show({ from, Scanner }: Given = {}) {
  return renderScreen(<SignInScreen {...(Scanner && { Scanner })} />, {
    address: '/login',
    ...(from !== undefined && { state: { from } }),
  });
}

export type Shown = ReturnType<typeof show>;

export const button = (name: string | RegExp) => screen.findByRole('button', { name });
export const address = () => screen.getByLabelText('Address').textContent;

export async function choose({ user }: Shown, role: string) {
  // What it needs stands in its name too.
  await user.click(await button(new RegExp(`^${role}`, 'u')));
}

/** The words at the place named, and in a toast as well. */
export async function expectBannerAndToast(text: string) {
  await waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThanOrEqual(2));
  const alerts = screen.getAllByRole('alert').filter((alert) => within(alert).queryByText(text));
  expect(alerts.length).toBeGreaterThanOrEqual(1);
}

/** A camera that sees what a test types. */
export function FakeScanner({ onRead, onCancel, refusal }: QrScannerProps) {
  const [text, setText] = useState('');
  return (
    <>
      <input aria-label="Code" value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
      <button type="button" onClick={() => onRead(text)}>
        Read
      </button>
      <button type="button" onClick={onCancel}>
        Stop
      </button>
      {refusal !== null && <p>{refusal}</p>}
    </>
  );
}

/** The sign-in screen before a school whose answers each test may change. */
export function signInScreen() {
  /** Twenty-five children, so that there is a second page. */
  const children: PupilTile[] = Array.from({ length: 25 }, (_, place) => ({
    handle: `pupil.${String(place).padStart(22, '0')}`,
    first_name: place === 0 ? 'Zoë' : `Child${place}`,
    last_initial: 'F.',
    avatar: animals[place % 3] ?? 'otter',
  }));

  function pageOf({ limit = '20', offset = '0', search = '' }: Record<string, string>): FakeAnswer {
    const found = children.filter(({ first_name }) =>
      first_name.toLowerCase().includes(search.toLowerCase()),
    );
    const students = found.slice(Number(offset), Number(offset) + Number(limit));
    return { body: { count: found.length, next: null, results: { students } } };
  }

  const invalidCode = refusalOf(studentProblems.invalid_class_code);

  /** How the school answers; a test sets another. */
  const school = {} as {
    onSignIn: () => FakeAnswer | Promise<FakeAnswer>;
    onEnter: () => FakeAnswer;
    onClass: (query: Record<string, string>) => FakeAnswer | Promise<FakeAnswer>;
    server: FakeSchoolServer;
  };

  beforeEach(() => {
    school.onSignIn = () => ({ body: session });
    school.onEnter = () => ({ body: { authenticated: true } });
    school.onClass = pageOf;
    school.server = new FakeSchoolServer({
      'POST /auth/token/': () => school.onSignIn(),
      'POST /generic-password-login': () => school.onEnter(),
      'GET /list-student-in-class/MAPXE247/': ({ query }) => school.onClass(query),
      'GET /list-student-in-class/nope/': () => invalidCode,
      'GET /tenant-by-slug/greenfield/': () => ({
        body: { school_name: 'Greenfield', host: window.location.hostname },
      }),
      'GET /tenant-by-slug/used-up/': () =>
        refusalOf({ code: 'tenants.unknown_slug', status: 404, error: 'There is no school with this name.' }),
    });
  });

  afterEach(() => {
    vi.useRealTimers();
    localStorage.clear();
    sessionStorage.clear();
    act(() => useSessionStore.setState(useSessionStore.getInitialState()));
  });

  return { children, pageOf, invalidCode, school };
}
