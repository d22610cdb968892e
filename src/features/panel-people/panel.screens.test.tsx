import { Blob as NodeBlob } from 'node:buffer';
import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { requestProblems } from '#contract/kit/problem.ts';
import { panelProblems } from '#contract/panel/panel.problems.ts';
import type { PanelPerson, PanelStudent, PanelTenant } from '#contract/panel/panel.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { BackLink } from '#src/ui/back-link.tsx';
import { FakeSchoolServer, refusalOf, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { PeopleScreen } from './people.screen.tsx';
import { PanelStudentsScreen } from './panel-students.screen.tsx';
import { PanelTenantsScreen } from './panel-tenants.screen.tsx';

beforeEach(() => useSessionStore.setState({ user: sampleAdmin(), ended: null }));

const idOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const greenfield = { id: idOf(900), school_name: 'Greenfield Primary' };
const moment = '2026-11-03T10:00:00.000Z';

const tenant = (number: number, changed: Partial<PanelTenant> = {}): PanelTenant => ({
  id: idOf(number),
  school_name: `School ${number}`,
  logo: null,
  host: `school-${number}.localhost`,
  kind: 'school',
  state: 'active',
  created_at: moment,
  numbers: { students: 1200, staff: 6, classes: 4, works: 9, public_works: 2, active: 41, as_of: moment },
  ...changed,
});
const person = (number: number, changed: Partial<PanelPerson> = {}): PanelPerson => ({
  id: idOf(number),
  tenant: greenfield,
  role: 'teacher',
  name: `Person ${number}`,
  email: `${number}@greenfield.test`,
  country: null,
  state: 'active',
  classes: 2,
  joined_at: moment,
  last_login: null,
  ...changed,
});
const student = (number: number, name: string | null): PanelStudent => ({
  id: idOf(number),
  tenant: greenfield,
  name,
  classes: 1,
  public_works: 0,
  privacy_preference: 'private',
  last_day: '2026-11-03',
  joined_at: moment,
});

const page = (
  results: readonly unknown[],
  next: string | null = null,
  count: number | null = results.length,
): FakeAnswer => ({ body: { results, next, count } });

const tenantsCall = '/v1/panel/tenants/';
const peopleCall = '/v1/panel/people/';
const studentsCall = '/v1/panel/students/';
type Answers = ConstructorParameters<typeof FakeSchoolServer>[0];

describe('all tenants', () => {
  function open(answers: Answers, address = '/') {
    const server = new FakeSchoolServer(answers);
    const screenOf = (
      <PanelTenantsScreen
        actions={null}
        renderActions={({ school_name }) => <button type="button">{`Edit ${school_name}`}</button>}
      />
    );
    return { server, ...renderScreen(screenOf, { address }) };
  }

  it('stand with what is counted of them, or a dash until it is', async () => {
    open({
      [`GET ${tenantsCall}`]: () =>
        page([tenant(1), tenant(2, { numbers: null, state: 'pending', host: null, kind: 'organization' })]),
    });
    const first = (await screen.findByRole('rowheader', { name: /School 1/u })).closest('tr');
    expect(first?.textContent).toMatch(/School · school-1\.localhostStudents1,200Staff6Works9Active41/u);
    expect(within(first as HTMLElement).getByRole('button', { name: 'Edit School 1' })).toBeTruthy();
    const second = (await screen.findByRole('rowheader', { name: /School 2/u })).closest('tr');
    expect(second?.textContent).toContain(
      'Organization · Not set up yet · No address yetStudents–Staff–Works–',
    );
    expect(screen.getByRole('status').textContent).toBe('2 schools and organizations');
  });

  it('are searched, narrowed down and sorted by the server, and all of it stands in the address', async () => {
    const { server, user } = open({ [`GET ${tenantsCall}`]: () => page([tenant(1)]) });
    await screen.findByRole('rowheader', { name: /School 1/u });
    await user.type(screen.getByRole('searchbox'), 'green{Enter}');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'school');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Domain' }), 'waiting');
    await user.click(screen.getByRole('button', { name: 'Students' }));
    await untilAddressIs('/?q=green&kind=school&domain=waiting&sort=-students');
    await waitFor(() =>
      expect(server.askedFor(tenantsCall).at(-1)?.query).toEqual({
        search: 'green',
        kind: 'school',
        domain: 'waiting',
        sort: '-students',
      }),
    );
    const chips = screen.getByRole('list', { name: 'Filters that are set' });
    expect(
      within(chips)
        .getAllByRole('button')
        .map((chip) => chip.textContent),
    ).toEqual(['Kind: School', 'Domain: Not confirmed yet']);
    await user.click(within(chips).getByRole('button', { name: 'Remove filter Kind: School' }));
    await untilAddressIs('/?q=green&domain=waiting&sort=-students');
    expect(document.activeElement).toBe(chips);
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    await untilAddressIs('/?sort=-students');
    expect(within(chips).queryByRole('button')).toBeNull();
  });

  it('of one organization say so by a chip, the one way out', async () => {
    const { user } = open({ [`GET ${tenantsCall}`]: () => page([tenant(1)]) }, `/?organization=${idOf(7)}`);
    await user.click(await screen.findByRole('button', { name: /^Remove filter Organization/u }));
    await untilAddressIs('/');
  });

  it('are exported with the same search and filters, and it is said why not', async () => {
    // As in a browser, where an answer and a file are of one kind.
    vi.stubGlobal('Blob', NodeBlob);
    const saved = vi.fn<(file: Blob) => string>(() => 'blob:list');
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined }));
    let isTooMany = false;
    const { server, user } = open(
      {
        [`GET ${tenantsCall}`]: () => page([tenant(1)]),
        [`GET ${tenantsCall}csv/`]: () =>
          isTooMany
            ? refusalOf(panelProblems.too_many_rows)
            : { body: '"Name"', type: 'text/csv; charset=utf-8' },
      },
      '/?q=green&kind=school&sort=-students&after=a2',
    );
    await screen.findByRole('rowheader', { name: /School 1/u });
    await user.click(screen.getByRole('button', { name: 'Export as CSV' }));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(server.askedFor(`${tenantsCall}csv/`).at(-1)?.query).toEqual({
      search: 'green',
      kind: 'school',
      sort: '-students',
    });
    isTooMany = true;
    await user.click(screen.getByRole('button', { name: 'Export as CSV' }));
    await screen.findByText(panelProblems.too_many_rows.error);
    expect(saved).toHaveBeenCalledOnce();
  });

  it('go on to later pages and back to earlier ones, without numbers', async () => {
    const pages: Record<string, FakeAnswer> = {
      '': page([tenant(1)], '?after=a2&limit=50', null),
      a2: page([tenant(2)], '?after=a3&limit=50', null),
      a3: page([tenant(3)], null, null),
    };
    const { user } = open({ [`GET ${tenantsCall}`]: ({ query }) => pages[query['after'] ?? ''] ?? null });
    await screen.findByRole('rowheader', { name: /School 1/u });
    expect(screen.getByRole('status').textContent).toBe('200+ schools and organizations');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Earlier' }).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Later' }));
    await screen.findByRole('rowheader', { name: /School 2/u });
    await untilAddressIs('/?after=a2');
    await user.click(await screen.findByRole('button', { name: 'Later' }));
    await screen.findByRole('rowheader', { name: /School 3/u });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Later' }).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Earlier' }));
    await untilAddressIs('/?after=a2');
    await screen.findByRole('rowheader', { name: /School 2/u });
    await user.click(screen.getByRole('button', { name: 'Earlier' }));
    await screen.findByRole('rowheader', { name: /School 1/u });
    await untilAddressIs('/');
  });

  it('by an address that somebody sent lead back to the first page', async () => {
    const { user } = open({ [`GET ${tenantsCall}`]: () => page([tenant(9)], null, 90) }, '/?after=a9');
    await user.click(await screen.findByRole('button', { name: 'Earlier' }));
    await untilAddressIs('/');
  });

  it('are none yet, or none that match, with the way back to all', async () => {
    open({ [`GET ${tenantsCall}`]: () => page([]) });
    expect(await screen.findByText('There are no schools yet')).toBeTruthy();
    const { user } = open({ [`GET ${tenantsCall}`]: () => page([]) }, '/?q=xyz&kind=school&sort=-active');
    expect(await screen.findByText('No schools and organizations match “xyz”')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    await waitFor(() => expect(screen.getAllByText('There are no schools yet')).toHaveLength(2));
  });

  it('that are too many to look through ask for a word, and what was typed stays', async () => {
    open({ [`GET ${tenantsCall}`]: () => refusalOf(panelProblems.too_wide) }, '/?q=a&state=active');
    expect(await screen.findByText('Please add a word.')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('a');
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'State' }).value).toBe('active');
  });

  it('that cannot be fetched say so and keep the filters', async () => {
    let isBack = false;
    const { user } = open(
      {
        [`GET ${tenantsCall}`]: () => (isBack ? page([tenant(1)]) : refusalOf(requestProblems.internal)),
      },
      '/?kind=school',
    );
    expect(await screen.findByText('The list could not be fetched')).toBeTruthy();
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Kind' }).value).toBe('school');
    isBack = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('rowheader', { name: /School 1/u })).toBeTruthy();
  });

  it('without a network wait for it', async () => {
    open({ [`GET ${tenantsCall}`]: () => null });
    expect(await screen.findByText(/^The list shows up here/u)).toBeTruthy();
  });
});

describe('all users and teachers', () => {
  const answers: Answers = {
    [`GET ${peopleCall}`]: () => page([person(1, { country: 'NZ' }), person(2, { state: 'invited' })]),
    [`GET ${tenantsCall}`]: () => page([tenant(7, { school_name: 'Riverside School' })]),
  };

  it('are listed with email, role, school, country, state and last sign-in', async () => {
    const server = new FakeSchoolServer(answers);
    renderScreen(<PeopleScreen who="all" />);
    const row = (await screen.findByRole('rowheader', { name: /Person 1/u })).closest('tr');
    expect(row?.textContent).toMatch(
      /1@greenfield\.testRoleTeacherSchoolGreenfield PrimaryCountryNZStateActiveLast sign-inNever/u,
    );
    expect(screen.getByRole('rowheader', { name: /Person 2/u }).closest('tr')?.textContent).toContain(
      'Invited',
    );
    expect(server.askedFor(peopleCall).at(-1)?.query).toEqual({ search: '' });
  });

  it('are narrowed down to a school that is found by its name; then students are a role, too', async () => {
    const server = new FakeSchoolServer(answers);
    const { user } = renderScreen(<PeopleScreen who="all" />);
    await screen.findByRole('rowheader', { name: /Person 1/u });
    expect(screen.queryByRole('option', { name: 'Student' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Choose a school' }));
    await user.type(await screen.findByRole('searchbox', { name: 'Search schools' }), 'river{Enter}');
    await waitFor(() =>
      expect(server.askedFor(tenantsCall).at(-1)?.query).toEqual({ search: 'river', limit: '10' }),
    );
    await user.click(await screen.findByRole('button', { name: 'Riverside School' }));
    await waitFor(() =>
      expect(server.askedFor(peopleCall).at(-1)?.query).toMatchObject({ tenant_id: idOf(7) }),
    );
    await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'student');
    await waitFor(() =>
      expect(server.askedFor(peopleCall).at(-1)?.query).toMatchObject({ roles: 'student' }),
    );
    // Without the school they are no role any more.
    await user.click(screen.getByRole('button', { name: /^Remove filter School/u }));
    await waitFor(() => expect(server.askedFor(peopleCall).at(-1)?.query).toEqual({ search: '' }));
    expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull();
  });

  it('of an address that asks for students of all schools are everybody else', async () => {
    const server = new FakeSchoolServer(answers);
    renderScreen(<PeopleScreen who="all" />, { address: '/?role=student' });
    await screen.findByRole('rowheader', { name: /Person 1/u });
    expect(server.askedFor(peopleCall).at(-1)?.query).toEqual({ search: '' });
  });

  it('who teach are asked for by their two roles, and those who never came alone', async () => {
    const server = new FakeSchoolServer(answers);
    const { user } = renderScreen(<PeopleScreen who="teachers" />);
    await screen.findByRole('rowheader', { name: /Person 1/u });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sign-in' }), 'never');
    await waitFor(() =>
      expect(server.askedFor(peopleCall).at(-1)?.query).toEqual({
        search: '',
        roles: 'teacher,teacher_admin',
        came: 'never',
      }),
    );
  });
});

describe('somebody who was opened from a list', () => {
  it.each([
    ['Teachers', <PeopleScreen key="teachers" who="teachers" />],
    ['All users', <PeopleScreen key="all" who="all" />],
    ['Find a person', <PeopleScreen key="found" who="all" title="Find a person" />],
    ['Students', <PanelStudentsScreen key="students" />],
  ])('leads back to “%s” as it was', async (title, list) => {
    const server = new FakeSchoolServer({
      [`GET ${peopleCall}`]: () => page([person(1)]),
      [`GET ${studentsCall}`]: () => page([student(1, 'Person 1')]),
    });
    const { user } = renderScreen(
      <Routes>
        <Route path="/list" element={list} />
        <Route path="*" element={<BackLink to="/">Elsewhere</BackLink>} />
      </Routes>,
      { address: '/list?reason=audit' },
    );
    await user.click(await screen.findByRole('link', { name: 'Person 1' }));
    const back = await screen.findByRole('link', { name: title });
    expect(server.asked.length).toBeGreaterThan(0);
    expect(back.getAttribute('href')).toBe('/list?reason=audit');
  });
});

describe('students of all schools', () => {
  it('have no names and no search until a school is chosen or a reason is given', async () => {
    const server = new FakeSchoolServer({
      [`GET ${studentsCall}`]: ({ query }) => page([student(1, query['reason'] ? 'Mia F.' : null)]),
    });
    const { user } = renderScreen(<PanelStudentsScreen />);
    expect(await screen.findByRole('rowheader', { name: 'A student of Greenfield Primary' })).toBeTruthy();
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(server.askedFor(studentsCall).at(-1)?.query).toEqual({});
    await user.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), 'safety');
    expect(await screen.findByRole('rowheader', { name: 'Mia F.' })).toBeTruthy();
    await user.type(screen.getByRole('searchbox'), 'mia{Enter}');
    await waitFor(() =>
      expect(server.askedFor(studentsCall).at(-1)?.query).toEqual({ search: 'mia', reason: 'safety' }),
    );
    // Without the reason there is nothing to search for any more.
    await user.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), '');
    await waitFor(() => expect(server.askedFor(studentsCall).at(-1)?.query).toEqual({}));
  });
});
