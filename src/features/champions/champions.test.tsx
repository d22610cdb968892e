import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { championProblems } from '#contract/champions/champions.problems.ts';
import type { Champion, CommunityWork, OwnSuggestion } from '#contract/champions/champions.schema.ts';
import { addDays } from '#contract/kit/day.ts';
import type { OfferedResource } from '#contract/resources/resource-offers.schema.ts';
import { today } from '#src/lib/days.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer, refusalOf, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { ChampionsScreen } from './champions.screen.tsx';
import { OwnRightsScreen } from './own-rights.screen.tsx';
import { Suggesting } from './suggesting.tsx';

beforeEach(() => useSessionStore.setState({ user: sampleAdmin(), ended: null }));

const idOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const moment = '2026-11-03T10:00:00.000Z';
const call = '/v1/panel/champions/';
type Answers = ConstructorParameters<typeof FakeSchoolServer>[0];

const ana: Champion = {
  id: idOf(1),
  kind: 'teacher',
  name: 'Ana Ruiz',
  email: 'ana@example.org',
  state: 'active',
  until: addDays(today(), 30),
  why: 'Writes lessons about water',
  by: 'Helen Marsh',
  granted_at: moment,
  last_seen: null,
  revoked_why: null,
  updated_at: moment,
};
const page = (results: readonly unknown[]) => ({ body: { results, next: null, count: results.length } });

describe('the list of superpower teachers', () => {
  function open(champions: readonly Champion[], more: Answers = {}) {
    const server = new FakeSchoolServer({
      [`GET ${call}`]: () => page(champions),
      'GET /v1/resource-offers/': () => ({ body: { results: [] } }),
      ...more,
    });
    return { server, ...renderScreen(<ChampionsScreen kind="teacher" />) };
  }
  const act = async (user: ReturnType<typeof open>['user'], name: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions for Ana Ruiz' }));
    await user.click(await screen.findByRole('menuitem', { name }));
    return await screen.findByRole('dialog');
  };

  it('says what each may, until when, by whom and why, and is narrowed down by state', async () => {
    const { server, user } = open([ana]);
    const row = (await screen.findByRole('rowheader', { name: /Ana Ruiz/u })).closest('tr');
    for (const text of [
      'ana@example.org',
      'Drafts pages, shares resources',
      'Active',
      'Writes lessons',
      'Helen Marsh',
      'Never',
    ])
      expect(row?.textContent).toContain(text);
    expect(server.askedFor(call)[0]?.query).toEqual({ kind: 'teacher', search: '' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'ended');
    await waitFor(() => expect(server.askedFor(call).at(-1)?.query).toMatchObject({ state: 'ended' }));
  });

  it('grants rights, and says at the email address that somebody has them already', async () => {
    const { already } = championProblems;
    const refused = refusalOf(already);
    const answers = [
      { ...refused, body: { ...(refused?.body as object), errors: { email: [already.error] } } },
      { body: ana },
    ];
    const { server, user } = open([], { [`POST ${call}`]: () => answers.shift() ?? null });
    await screen.findByText('There are no superpower teachers yet');
    await user.click(screen.getByRole('button', { name: 'Add a superpower teacher' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(dialog.getByText('Please say why')).toBeTruthy();
    expect(dialog.getByText('Please choose a day')).toBeTruthy();
    await user.type(dialog.getByRole('textbox', { name: 'First name' }), 'Ana');
    await user.type(dialog.getByRole('textbox', { name: 'Last name' }), 'Ruiz');
    await user.type(dialog.getByRole('textbox', { name: 'Email' }), 'ana@example.org');
    await user.type(dialog.getByLabelText(/^Last day/u), ana.until);
    await user.type(dialog.getByRole('textbox', { name: /^Why/u }), ana.why);
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await dialog.findByText(already.error)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('Ana Ruiz gets an email')).toBeTruthy();
    expect(server.asked.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
      kind: 'teacher',
      email: 'ana@example.org',
      until: ana.until,
      reason: ana.why,
    });
  });

  it('changes the last day of a champion, as they were seen', async () => {
    const { server, user } = open([ana], { [`PATCH ${call}${ana.id}/`]: () => ({ body: ana }) });
    const dialog = within(await act(user, 'Extend'));
    const day = dialog.getByLabelText(/^Last day/u);
    const later = addDays(today(), 60);
    await user.clear(day);
    await user.type(day, later);
    await user.type(dialog.getByRole('textbox', { name: /^Why/u }), 'More to do');
    await user.click(dialog.getByRole('button', { name: 'Change' }));
    expect(await screen.findByText('The last day of Ana Ruiz is changed')).toBeTruthy();
    expect(server.askedFor(`${call}${ana.id}/`)[0]?.body).toEqual({
      until: later,
      reason: 'More to do',
      updated_at: moment,
    });
  });

  it('asks before rights are revoked, and closes where somebody else changed them', async () => {
    const { server, user } = open([ana], {
      [`POST ${call}${ana.id}/revoke/`]: () => refusalOf(championProblems.changed_since),
    });
    const dialog = await act(user, 'Revoke rights');
    expect(within(dialog).getByText(/is signed out and told why. What they wrote stays/u)).toBeTruthy();
    await user.type(within(dialog).getByRole('textbox', { name: /^Why/u }), 'The texts are done');
    await user.click(within(dialog).getByRole('button', { name: 'Revoke rights' }));
    expect(await screen.findByText(championProblems.changed_since.error)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.askedFor(call).length).toBeGreaterThan(1);
  });

  it('offers nothing to do about rights that were revoked', async () => {
    open([{ ...ana, state: 'revoked', revoked_why: 'The texts are done' }]);
    expect(await screen.findByText('The texts are done')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Actions for Ana Ruiz' })).toBeNull();
  });
});

describe('resources of superpower teachers', () => {
  const offers = '/v1/resource-offers/';
  const rivers: OfferedResource = {
    id: idOf(7),
    title: 'Rivers',
    description: 'For the first lesson.',
    text: 'bank, bed, mouth',
    level: null,
    categories: [],
    audience: 'staff',
    licence: 'own',
    credit: '',
    file: null,
    by: 'Ana Ruiz',
    is_own: false,
    may_change: true,
    updated_at: moment,
    state: 'open',
    why: null,
    offered_at: moment,
  };
  function open(decide: Answers) {
    let waiting = [rivers];
    const settled = Object.entries(decide).map(([call_, answer]) => [
      call_,
      (asked: Parameters<typeof answer>[0]) => {
        waiting = [];
        return answer(asked);
      },
    ]);
    const server = new FakeSchoolServer({
      [`GET ${call}`]: () => page([ana]),
      [`GET ${offers}`]: () => ({ body: { results: waiting } }),
      ...(Object.fromEntries(settled) as Answers),
    });
    return { server, ...renderScreen(<ChampionsScreen kind="teacher" />) };
  }

  it('are read and approved as they were seen', async () => {
    const { server, user } = open({ [`POST ${offers}${rivers.id}/approve/`]: () => ({ body: {} }) });
    const link = await screen.findByRole('link', { name: 'Rivers' });
    expect(link.getAttribute('href')).toContain(`resource=${rivers.id}`);
    expect(screen.getByText('Text · by Ana Ruiz')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Approve Rivers' }));
    expect(await screen.findByText('Everybody sees Rivers now')).toBeTruthy();
    expect(server.askedFor(`${offers}${rivers.id}/approve/`)[0]?.body).toEqual({ updated_at: moment });
    await waitFor(() => expect(screen.queryByText('Resources to read')).toBeNull());
  });

  it('are declined with a reason', async () => {
    const { server, user } = open({ [`POST ${offers}${rivers.id}/decline/`]: () => ({ body: {} }) });
    await user.click(await screen.findByRole('button', { name: 'Decline Rivers' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Decline' }));
    await user.click(dialog.getByRole('button', { name: 'Decline' }));
    expect(dialog.getByText('Please say why')).toBeTruthy();
    await user.type(dialog.getByRole('textbox', { name: /^Why/u }), 'Name a source');
    await user.click(dialog.getByRole('button', { name: 'Decline' }));
    expect(await screen.findByText('Rivers is declined')).toBeTruthy();
    expect(server.askedFor(`${offers}${rivers.id}/decline/`)[0]?.body).toEqual({
      updated_at: moment,
      reason: 'Name a source',
    });
  });
});

describe('the page of a champion', () => {
  function open(answer: FakeAnswer) {
    const server = new FakeSchoolServer({ 'GET /v1/champions/own/': () => answer });
    return { server, ...renderScreen(<OwnRightsScreen>What to do</OwnRightsScreen>) };
  }

  it('says what they may, why, until when and from whom', async () => {
    const { kind, until, why, by, granted_at } = ana;
    open({ body: { kind, until, why, by, granted_at } });
    for (const text of [/You may draft public pages/u, why, by, 'What to do'])
      expect(await screen.findByText(text)).toBeTruthy();
  });

  it('says that it cannot be reached, and tries again', async () => {
    open(null);
    expect(await screen.findByText(/Your page shows up here/u)).toBeTruthy();
    expect(screen.queryByText('What to do')).toBeNull();
  });
});

describe('what a superpower parent does', () => {
  const works = '/v1/champions/works/';
  const suggestions = '/v1/champions/suggestions/';
  const heron: CommunityWork = {
    tenant: { id: idOf(9), school_name: 'Riverside' },
    id: idOf(2),
    kind: 'book',
    title: 'The heron',
    byline: 'Zoë',
    language: 'en',
    level: null,
    url: 'http://riverside.localhost/library/the-heron',
    is_picked: false,
    is_suggested: false,
  };
  const told: OwnSuggestion = {
    tenant_id: idOf(9),
    work_id: idOf(3),
    title: null,
    why: 'So small',
    state: 'declined',
    suggested_at: moment,
  };

  it('looks at what strangers may see, suggests it with a word why, and hears what became of it', async () => {
    const at = `${suggestions}${heron.tenant.id}/${heron.id}/`;
    const server = new FakeSchoolServer({
      [`GET ${works}`]: () => page([heron, { ...heron, id: idOf(4), title: 'The wren', is_suggested: true }]),
      [`GET ${suggestions}`]: () => ({ body: { results: [told] } }),
      [`PUT ${at}`]: () => ({ body: {} }),
    });
    const { user } = renderScreen(<Suggesting />);
    expect((await screen.findByRole('link', { name: 'The heron' })).getAttribute('href')).toBe(heron.url);
    expect(screen.queryByRole('button', { name: 'Suggest The wren' })).toBeNull();
    expect(await screen.findByText('No longer public')).toBeTruthy();
    expect(screen.getByText('Not picked')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Suggest The heron' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: /^Why/u }), 'Funny');
    await user.click(dialog.getByRole('button', { name: 'Suggest' }));
    await waitFor(() => expect(server.askedFor(at)[0]?.body).toEqual({ why: 'Funny' }));
    await waitFor(() => expect(server.askedFor(suggestions)).toHaveLength(2));
  });
});
