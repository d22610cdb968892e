import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Activity, SchoolDashboard } from '#contract/dashboard/dashboard.schema.ts';
import { deviceStorage } from '#src/session/device-storage.ts';
import { clearSession } from '#src/session/session-keys.ts';
import { FakeSchoolServer, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { SchoolDashboardScreen } from './school-dashboard.screen.tsx';

const numbers: SchoolDashboard = {
  as_of: '2026-06-10T12:00:00.000Z',
  counts: { students: 1234, classes: 12, teachers: 9, tablets: 30, archived: 4 },
  to_do: {
    classes_without_teacher: 0,
    classes_without_students: 0,
    never_signed_in: 3,
    without_card: 0,
    parked: 0,
    tablets_with_unsent: 0,
    open_invitations: 0,
    reported_works: 0,
    offered_books: 0,
    asking_organizations: 0,
  },
  last_sign_ins: { week: 800, month: 231, longer: 200, never: 3 },
  sign_ins: [
    { day: '2026-06-09', children: 20 },
    { day: '2026-06-10', children: 0 },
  ],
};
const renamed: Activity = {
  at: '2026-06-10T11:00:00.000Z',
  action: 'students.renamed',
  actor: { id: '019a0000-0000-7000-8000-000000000001', name: 'Helen Marsh', guest_from: null },
  subject: { id: '019a0000-0000-7000-8000-000000000002', name: 'Zoë Fern' },
  count: 1,
  facts: {},
};
const places = { counts: { students: '/students' }, toDo: { never_signed_in: '/students' } };

function show(answers: { dashboard: () => FakeAnswer; activity?: () => FakeAnswer }) {
  const server = new FakeSchoolServer({
    'GET /v1/dashboard/school/': answers.dashboard,
    'GET /v1/dashboard/activity/':
      answers.activity ?? (() => ({ body: { next: '?limit=20&after=here', results: [renamed] } })),
  });
  return { server, ...renderScreen(<SchoolDashboardScreen places={places} />, { address: '/dashboard' }) };
}

beforeEach(() => clearSession(deviceStorage));

describe('the dashboard of a school', () => {
  it('shows the numbers, what needs doing, who came and what happened', async () => {
    const { server, user } = show({ dashboard: () => ({ body: numbers }) });
    await screen.findByText('1,234');
    expect(screen.getByRole('link', { name: 'Students' }).getAttribute('href')).toBe('/students');
    expect(screen.getByRole('link', { name: '3 students have never signed in' })).toBeTruthy();
    expect(screen.getByRole('figure', { name: /Children who signed in/u }).textContent).toMatch(
      /June[^:]*: 20/u,
    );
    const figure = screen.getByRole('figure', { name: /Last sign-in/u });
    expect(
      within(figure)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['In the last 7 days800', 'In the last 30 days231', 'Longer ago200', 'Never3']);
    await user.click(within(figure).getByRole('button', { name: 'Show as a table' }));
    const table = await within(figure).findByRole('table', { name: /Last sign-in/u });
    expect(within(table).getByRole('row', { name: 'Longer ago 200' })).toBeTruthy();
    expect((await screen.findByText('changed the name of Zoë Fern')).parentElement?.textContent).toContain(
      'Helen Marsh',
    );
    await user.click(screen.getByRole('button', { name: 'Older' }));
    await untilAddressIs('/dashboard?after=here');
    await waitFor(() =>
      expect(server.askedFor('/v1/dashboard/activity/').at(-1)?.query).toMatchObject({ after: 'here' }),
    );
  });

  it('shows without a network how it was, and says so', async () => {
    const first = show({ dashboard: () => ({ body: numbers }) });
    await screen.findByText('1,234');
    first.unmount();
    show({ dashboard: () => null, activity: () => null });
    await screen.findByText(/Quillshelf cannot be reached right now, so this is how it was/u);
    expect(screen.getByText('1,234')).toBeTruthy();
    await screen.findByText('Quillshelf cannot be reached right now. This shows up here later.');
  });

  it('has nothing to show without a network to whoever looks for the first time', async () => {
    show({ dashboard: () => null });
    await screen.findByText('Quillshelf cannot be reached right now');
    expect(screen.queryByText('1,234')).toBeNull();
  });

  it('keeps its numbers no longer than the session', async () => {
    const { unmount } = show({ dashboard: () => ({ body: numbers }) });
    await screen.findByText('1,234');
    unmount();
    clearSession(deviceStorage);
    show({ dashboard: () => null });
    await screen.findByText('Quillshelf cannot be reached right now');
    expect(screen.queryByText('1,234')).toBeNull();
  });
});
