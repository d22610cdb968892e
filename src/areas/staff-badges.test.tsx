import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '#contract/kit/roles.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleProfile } from '#tests/support/screen-samples.ts';
import { AreaFrame } from './area-frame.tsx';
import { teacherPages } from './office/teacher.pages.tsx';
import { menuOf } from './page-table.tsx';
import { useStaffBadges } from '#src/features/dashboard/use-staff-badges.ts';

const reported = { reports: [{}], taken_down_at: null };
const takenDown = { reports: [], taken_down_at: '2026-11-20T10:00:00.000Z' };

/** What was asked for, by the name of the call. */
let asked: string[] = [];

const answering = (answers: Readonly<Record<string, unknown>>): ApiClient => ({
  call: async ({ name }) => {
    asked.push(name);
    if (answers[name] instanceof Error) throw answers[name];
    return answers[name] as never;
  },
});

const school = {
  'reviews.listWaiting': { results: [], count: 12 },
  'moderation.list': { results: [reported, reported, takenDown], count: 3 },
};

function Menu({ api }: { api: ApiClient }) {
  return (
    <AreaFrame label="Teacher" {...menuOf(teacherPages, useStaffBadges(api))}>
      Page
    </AreaFrame>
  );
}

const signedInAs = (role: Role) =>
  useSessionStore.setState({
    ...useSessionStore.getInitialState(),
    status: 'ready',
    user: { ...sampleProfile(), role },
  });

const show = (api: ApiClient, address = '/dashboard') => renderScreen(<Menu api={api} />, { address });

beforeEach(() => {
  asked = [];
  signedInAs('teacher_admin');
});
afterEach(() => vi.restoreAllMocks());

describe('the menu of the staff', () => {
  it('leads to where a task is set for a class', async () => {
    show(answering(school));
    const wayTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    await screen.findByRole('link', { name: /12 to review/u });
    expect([wayTo('Courses'), wayTo('Challenges')]).toEqual(['/courses', '/challenges']);
  });

  it('says how much is to review and how much was reported', async () => {
    show(answering(school));
    expect(await screen.findByRole('link', { name: /12 to review/u })).toBeTruthy();
    // What was taken down is decided about.
    expect(screen.getByRole('link', { name: /2 reported/u })).toBeTruthy();
  });

  it('shows no number where nothing waits, or the school cannot be reached', async () => {
    const { unmount } = show(
      answering({
        'reviews.listWaiting': { results: [], count: 0 },
        'moderation.list': { results: [takenDown], count: 1 },
      }),
    );
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    expect(screen.getByRole('link', { name: 'To review' })).toBeTruthy();
    unmount();
    show(answering({ ...school, 'reviews.listWaiting': new NoNetworkError('none', false) }));
    await vi.waitFor(() => expect(asked).toHaveLength(4));
    expect(screen.getByRole('link', { name: 'To review' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Reports' })).toBeTruthy();
  });

  it('does not ask where the device knows that it has no network', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    show(answering(school));
    expect(await screen.findByRole('link', { name: 'To review' })).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it('has for a teacher what a teacher may do, in groups, and says where one is', async () => {
    signedInAs('teacher');
    show(answering(school), '/dashboard?option=Tablets');
    const menu = within(screen.getByRole('navigation', { name: 'Teacher' }));
    expect(await menu.findByRole('link', { name: /12 to review/u })).toBeTruthy();
    expect(asked).toEqual(['reviews.listWaiting']);
    expect(menu.queryByRole('link', { name: 'Reports' })).toBeNull();
    expect(menu.queryByRole('link', { name: 'Students' })).toBeNull();
    expect(
      within(menu.getByRole('list', { name: 'Library' })).getByRole('link', { name: 'Books' }),
    ).toBeTruthy();
    expect(menu.getByRole('link', { current: 'page' }).textContent).toBe('Tablets');
  });

  it('counts an address without an option as the classes', () => {
    show(answering(school));
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Classes');
  });
});
