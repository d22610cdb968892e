import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { requestProblems } from '#contract/kit/problem.ts';
import type { VisitableSummary, VisitableTenant } from '#contract/visits/visits.schema.ts';
import { visitProblems } from '#contract/visits/visits.problems.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer, refusalOf, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { SummaryScreen } from './summary.screen.tsx';
import { TenantsScreen } from './tenants.screen.tsx';

const listCall = 'GET /v1/visits/tenants/';

function tenant(number: number, changed: Partial<VisitableTenant> = {}): VisitableTenant {
  return {
    id: `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    school_name: `School ${number}`,
    host: `school-${number}.localhost`,
    is_organization: false,
    classes: 2,
    students: 30,
    teachers: 2,
    active_students: 12,
    ...changed,
  };
}

function listOf(...tenants: VisitableTenant[]): FakeAnswer {
  return { body: { count: tenants.length, next: null, results: tenants } };
}

const someone = {
  id: '019a0000-0000-7000-8000-0000000000aa',
  tenant_id: '019a0000-0000-7000-8000-0000000000bb',
  first_name: 'Imani',
  last_name: 'Clarke',
  email: null,
  username: null,
  role: 'organization_admin',
  country: null,
  avatar: null,
} as const;

beforeEach(() => useSessionStore.setState({ user: someone, ended: null }));

describe('the list of schools', () => {
  function show(answers: ConstructorParameters<typeof FakeSchoolServer>[0], address = '/') {
    const server = new FakeSchoolServer(answers);
    const onOpen = vi.fn();
    return {
      server,
      onOpen,
      ...renderScreen(<TenantsScreen title="Schools" onOpen={onOpen} />, { address }),
    };
  }

  it('shows each with what is in it, and its address', async () => {
    show({
      [listCall]: () =>
        listOf(tenant(1), tenant(2, { classes: 1, students: 1 }), tenant(3, { is_organization: true })),
    });
    const [first, second, third] = await screen.findAllByRole('listitem');
    expect(first?.textContent).toContain('2 classes · 30 students');
    expect(first?.textContent).toContain('school-1.localhost');
    expect(second?.textContent).toContain('1 class · 1 student');
    expect(third?.textContent).toContain('Organization');
  });

  it('opens a school by a link that is made that moment, on the school’s own host', async () => {
    const { server, user, onOpen } = show({
      [listCall]: () => listOf(tenant(1), tenant(2)),
      'POST /v1/visits/': () => ({ body: { host: 'school-2.localhost', token: 'v_token' } }),
    });
    await user.click(await screen.findByRole('button', { name: 'Open this school: School 2' }));
    const port = window.location.port === '' ? '' : `:${window.location.port}`;
    await waitFor(() =>
      expect(onOpen).toHaveBeenCalledWith(`http://school-2.localhost${port}/login/v_token`),
    );
    expect(server.askedFor('/v1/visits/').map(({ body }) => body)).toEqual([{ tenant_id: tenant(2).id }]);
  });

  it('says why a school could not be opened, and lets one try again', async () => {
    const { user, onOpen } = show({
      [listCall]: () => listOf(tenant(1)),
      'POST /v1/visits/': () => refusalOf(visitProblems.unknown_school),
    });
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: /Open this school/u });
    await user.click(button);
    expect(await screen.findByText('School 1 could not be opened')).toBeTruthy();
    expect(screen.getByText('There is no such school among yours.')).toBeTruthy();
    expect(onOpen).not.toHaveBeenCalled();
    await waitFor(() => expect(button.dataset['loading']).toBeUndefined());
  });

  it('has no way in for a guest, nor to a school without an address', async () => {
    useSessionStore.setState({ user: { ...someone, visiting: { home: 'Q', host: 'h', is_platform: true } } });
    show({ [listCall]: () => listOf(tenant(1)) });
    await screen.findByText('School 1');
    expect(screen.queryByRole('button', { name: /Open/u })).toBeNull();
  });

  it('says so where a school has no address yet', async () => {
    show({ [listCall]: () => listOf(tenant(1, { host: null })) });
    await screen.findByText('No address yet');
    expect(screen.queryByRole('button', { name: /Open/u })).toBeNull();
  });

  it('is searched by the server, and the search stands in the address', async () => {
    const { user } = show({
      [listCall]: ({ query }) =>
        query['search'] === 'oak' ? listOf(tenant(7)) : listOf(tenant(1), tenant(2)),
    });
    await screen.findByText('School 1');
    await user.type(screen.getByRole('searchbox', { name: 'Search schools' }), 'oak{Enter}');
    await screen.findByText('School 7');
    expect(screen.queryByText('School 1')).toBeNull();
    await untilAddressIs('/?q=oak');
  });

  it('finds nothing, and leads back to all', async () => {
    const { user } = show(
      { [listCall]: ({ query }) => (query['search'] === '' ? listOf(tenant(1)) : listOf()) },
      '/?q=zzz',
    );
    await screen.findByText('No schools match “zzz”');
    await user.click(screen.getByText('Clear search'));
    expect(await screen.findByText('School 1')).toBeTruthy();
  });

  it('has pages', async () => {
    const { server, user } = show({
      [listCall]: ({ query }) => ({
        body: { count: 21, next: null, results: [tenant(query['offset'] === '20' ? 21 : 1)] },
      }),
    });
    await screen.findByText('School 1');
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    await screen.findByText('School 21');
    expect(server.asked.map(({ query }) => [query['limit'], query['offset']])).toEqual([
      ['20', '0'],
      ['20', '20'],
    ]);
  });

  it('is empty in words', async () => {
    show({ [listCall]: () => listOf() });
    await screen.findByText('There are no schools yet');
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('waits for the network, and comes by itself when it is back', async () => {
    let answer: FakeAnswer = null;
    show({ [listCall]: () => answer });
    await screen.findByText('Quillshelf cannot be reached right now');
    answer = listOf(tenant(1));
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByText('School 1')).toBeTruthy();
  });

  it('can be asked for again after something went wrong', async () => {
    let answer = refusalOf(requestProblems.internal);
    const { user } = show({ [listCall]: () => answer });
    await screen.findByText('The schools could not be fetched');
    answer = listOf(tenant(1));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('School 1')).toBeTruthy();
  });
});

describe('the dashboard', () => {
  function show(answer: () => FakeAnswer) {
    const server = new FakeSchoolServer({ 'GET /v1/visits/summary/': answer });
    renderScreen(<SummaryScreen />);
    return server;
  }

  function numbers(): string[] {
    return screen.getAllByRole('term').map((term) => {
      const value = within(term.parentElement ?? term).getByRole('definition');
      return `${term.textContent} ${value.textContent}`;
    });
  }

  const summary: VisitableSummary = {
    organizations: null,
    schools: 2,
    classes: 14,
    students: 1234,
    teachers: 40,
    active_students: 900,
  };

  it('shows how much there is, and leads to the schools', async () => {
    show(() => ({ body: summary }));
    await screen.findByText('1,234');
    expect(numbers()).toEqual([
      'Schools 2',
      'Classes 14',
      'Students 1,234',
      'Signed in this week 900',
      'Teachers 40',
    ]);
    expect(screen.getByRole('link', { name: 'Schools' }).getAttribute('href')).toBe(
      '/admin-organization/schools',
    );
  });

  it('counts organizations for the platform', async () => {
    show(() => ({ body: { ...summary, organizations: 3 } }));
    await screen.findByText('1,234');
    expect(numbers()[0]).toBe('Organizations 3');
  });

  it('says how a school comes here where there is none', async () => {
    show(() => ({
      body: { organizations: null, schools: 0, classes: 0, students: 0, teachers: 0, active_students: 0 },
    }));
    expect(await screen.findByText(/No school belongs here yet/u)).toBeTruthy();
  });

  it('says that there is no network', async () => {
    show(() => null);
    expect(await screen.findByText('Quillshelf cannot be reached right now')).toBeTruthy();
  });
});
