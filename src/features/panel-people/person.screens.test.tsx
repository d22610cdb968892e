import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { memberProblems } from '#contract/members/members.problems.ts';
import type { PeopleNumbers, PlatformNumbers } from '#contract/panel/numbers.schema.ts';
import type { PersonProfile } from '#contract/panel/people.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer, refusalOf, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { PeopleNumbersScreen } from './people-numbers.screen.tsx';
import { PersonProfileScreen } from './person-profile.screen.tsx';
import { PlatformDashboardScreen } from './platform-dashboard.screen.tsx';

beforeEach(() => useSessionStore.setState({ user: sampleAdmin(), ended: null }));

const idOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const moment = '2026-11-03T10:00:00.000Z';
const id = idOf(1);
const call = `/v1/panel/people/${id}/`;

const ana: PersonProfile = {
  id,
  tenant: { id: idOf(9), school_name: 'Greenfield Primary', is_organization: false, is_platform: false },
  role: 'teacher',
  name: 'Ana Ruiz',
  email: 'ana@greenfield.test',
  country: 'SE',
  state: 'active',
  classes: 1,
  joined_at: moment,
  last_login: null,
  updated_at: moment,
  privacy_preference: null,
  staff: {
    pending_email: null,
    has_password: true,
    classes: [{ id: idOf(2), name: 'Maple' }],
    sessions: [{ id: idOf(3), created_at: moment, expires_at: moment }],
    letters: [
      {
        id: idOf(4),
        kind: 'passwords.reset_link',
        subject: 'A link',
        state: 'sent',
        cause: null,
        written_at: moment,
      },
    ],
    audit: [{ id: idOf(5), at: moment, action: 'members.changed', by: 'Helen Marsh', is_theirs: false }],
  },
};

const words = {
  letterName: ({ kind }: { kind: string }) => `letter ${kind}`,
  letterState: (state: string) => `state ${state}`,
  sayAction: (action: string) => `did ${action}`,
};

type Answers = ConstructorParameters<typeof FakeSchoolServer>[0];

function open(person: PersonProfile, more: Answers = {}, address = '/') {
  const server = new FakeSchoolServer({ [`GET ${call}`]: () => ({ body: person }), ...more });
  const shown = <PersonProfileScreen userId={id} words={words} breadcrumb={null} />;
  return { server, ...renderScreen(shown, { address }) };
}

describe('the profile of a person', () => {
  it('has facts, classes, sessions, letters and audit, and leads to the form and the school', async () => {
    open(ana);
    expect(await screen.findByRole('heading', { level: 1, name: 'Ana Ruiz' })).toBeTruthy();
    for (const text of ['Sweden', 'Maple', 'letter passwords.reset_link', 'state sent'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByRole('table', { name: 'Audit' }).textContent).toContain(
      'Helen Marsh did members.changed',
    );
    expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(`/admin-panel/user/${id}`);
    expect(screen.getByRole('link', { name: 'Greenfield Primary' }).getAttribute('href')).toBe(
      `/admin-panel/tenant/${idOf(9)}`,
    );
  });

  it('asks why before somebody is signed out, says what was seen, and looks again', async () => {
    const { server, user } = open(ana, { [`POST ${call}end-sessions/`]: () => ({ body: {} }) });
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Sign Ana Ruiz out everywhere?' });
    expect(dialog.textContent).toContain('They can sign in again at once.');
    await user.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }));
    expect(await within(dialog).findByText('Please say why')).toBeTruthy();
    await user.type(within(dialog).getByLabelText('Reason'), 'Lost a laptop');
    await user.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }));
    await waitFor(() => expect(server.askedFor(call)).toHaveLength(2));
    expect(server.askedFor(`${call}end-sessions/`).map(({ body }) => body)).toEqual([
      { reason: 'Lost a laptop', updated_at: moment },
    ]);
  });

  it('shows what changed since, in place of doing it to somebody else than was seen', async () => {
    const { server, user } = open(ana, {
      [`POST ${call}archive/`]: () => refusalOf(memberProblems.changed_since),
    });
    await user.click(await screen.findByRole('button', { name: 'Archive…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Archive Ana Ruiz?' });
    await user.type(within(dialog).getByLabelText('Reason'), 'Left');
    await user.click(within(dialog).getByRole('button', { name: 'Archive' }));
    await waitFor(() => expect(server.askedFor(call)).toHaveLength(2));
    expect(await screen.findByText(memberProblems.changed_since.error)).toBeTruthy();
  });

  it('of somebody who was archived offers to restore them, and nothing else', async () => {
    open({ ...ana, state: 'archived' });
    expect(await screen.findByRole('button', { name: 'Restore…' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send password link…' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  });

  it('of a student has no name without a school or a reason, and nothing to do', async () => {
    const student = { ...ana, role: 'student', name: null, email: null, staff: null } as const;
    const { server } = open({ ...student, privacy_preference: 'private' }, {}, `/?school=${idOf(9)}`);
    expect(await screen.findByRole('heading', { name: 'A student of Greenfield Primary' })).toBeTruthy();
    expect(server.askedFor(call)[0]?.query).toEqual({ tenant_id: idOf(9) });
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('says that it could not be fetched, and asks again', async () => {
    const answers: FakeAnswer[] = [null, { body: ana }];
    const { user } = open(ana, { [`GET ${call}`]: () => answers.shift() ?? null });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Ana Ruiz' })).toBeTruthy();
  });
});

const people: PeopleNumbers = {
  days: [{ day: '2026-11-03', sign_ins: 7, students: 120, teachers: 6, administrators: 2 }],
  never_came: { week: 3, month: 0, longer: 1 },
  countries: [{ country: 'PT', people: 5 }],
  other_countries: 2,
};

describe('people in numbers', () => {
  it('stand as charts, each with its table, as far back as the address says', async () => {
    const server = new FakeSchoolServer({ 'GET /v1/panel/numbers/people/': () => ({ body: people }) });
    const { user } = renderScreen(<PeopleNumbersScreen />, { address: '/' });
    const roles = await screen.findByRole('figure', { name: /People by role/u });
    await user.click(within(roles).getByRole('button', { name: 'Show as a table' }));
    expect(within(roles).getByRole('table').textContent).toContain('November 3, 202612062');
    const countries = screen.getByRole('figure', { name: /Countries/u });
    await user.click(within(countries).getByRole('button', { name: 'Show as a table' }));
    expect(within(countries).getByRole('table').textContent).toContain('Portugal5Other countries2');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Days' }), '90 days');
    await untilAddressIs('/?days=90');
    await waitFor(() => expect(server.asked.at(-1)?.query).toEqual({ days: '90' }));
  });
});

const numbers: PlatformNumbers = {
  now: {
    schools: 12,
    organizations: 2,
    suspended: 0,
    pending: 1,
    students: 1200,
    staff: 40,
    active: 300,
    published: 9,
    failed_letters: 0,
    never_came: 4,
    champion_drafts: 1,
    champion_resources: 2,
    is_mail_failing: false,
    monitoring: { overdue: 0, appeals: 0, oldest: null },
    requests: { open: 0, oldest: null },
    unsettled: [],
  },
  days: [],
};

describe('the dashboard of the platform', () => {
  it('has numbers that lead to their lists, and what there is to do', async () => {
    const server = new FakeSchoolServer({ 'GET /v1/panel/numbers/': () => ({ body: numbers }) });
    renderScreen(<PlatformDashboardScreen />, { address: '/' });
    expect(await screen.findByText('1,200')).toBeTruthy();
    expect(server.asked.map(({ query }) => query)).toEqual([{ days: '30' }]);
    const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(hrefOf('Schools')).toBe('/admin-panel/all-tenants?kind=school');
    expect(hrefOf('Students')).toBe('/admin-panel/students');
    expect(hrefOf('1 school or organization not set up for 3 days')).toBe(
      '/admin-panel/all-tenants?state=pending',
    );
    expect(hrefOf('4 people of the staff never signed in')).toBe('/admin-panel/all-users?came=never');
    expect(hrefOf('1 draft of superpower teachers to read')).toBe('/admin-panel/content');
    expect(hrefOf('2 resources of superpower teachers to read')).toBe('/admin-panel/superpower-teacher');
    expect(screen.queryByText(/suspended/u)).toBeNull();
  });

  it('says what waits for somebody, how long, and what is late first', async () => {
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const waiting: PlatformNumbers = {
      ...numbers,
      now: {
        ...numbers.now,
        failed_letters: 7,
        is_mail_failing: true,
        monitoring: { overdue: null, appeals: 1, oldest: ago(100) },
        requests: { open: 3, oldest: ago(30) },
        unsettled: [{ tenant: { id, school_name: 'Old School' }, waits_for: [{ what: 'shares', count: 1 }] }],
      },
    };
    const server = new FakeSchoolServer({ 'GET /v1/panel/numbers/': () => ({ body: waiting }) });
    renderScreen(<PlatformDashboardScreen />, { address: '/' });
    const todo = await screen.findByRole('region', { name: 'To do' });
    expect(
      within(todo)
        .getAllByRole('link')
        .slice(0, 6)
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      [
        'Old School cannot be deleted yet: 1 share of the school that was not paid out',
        `/admin-panel/tenant/${id}?tab=lifecycle`,
      ],
      ['200+ works overdue in book monitoring', '/admin-panel/book-monitoring'],
      ['1 appeal of schools against a takedown', '/admin-panel/book-monitoring'],
      ['Email does not arrive', '/admin-panel/email-monitoring'],
      ['7 letters failed in 24 hours', '/admin-panel/email-monitoring?age=day'],
      ['3 messages to answer, the oldest for 30 hours', '/admin-panel/requests'],
    ]);
    const tile = (name: string) => screen.getByRole('link', { name }).closest('div')?.textContent;
    expect(tile('Oldest in book monitoring')).toBe('Oldest in book monitoring4 days');
    expect(tile('Oldest message')).toBe('Oldest message30 hours');
    expect(server.asked).toHaveLength(1);
  });

  it('says so where the numbers cannot be had', async () => {
    const answers: FakeAnswer[] = [null, { body: numbers }];
    const server = new FakeSchoolServer({ 'GET /v1/panel/numbers/': () => answers.shift() ?? null });
    const { user } = renderScreen(<PlatformDashboardScreen />, { address: '/' });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1,200')).toBeTruthy();
    expect(server.asked).toHaveLength(2);
  });
});
