import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { panelProblems } from '#contract/panel/panel.problems.ts';
import type { WorkNumbers } from '#contract/panel/numbers.schema.ts';
import type { PanelWork, PanelWorkText } from '#contract/panel/works.schema.ts';
import { documentOf } from '#contract/works/document.rules.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer, refusalOf } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { AllBooksScreen } from './all-books.screen.tsx';
import { WorkNumbersScreen } from './work-numbers.screen.tsx';
import { WorkTextScreen } from '#src/features/watch/work-text.screen.tsx';

beforeEach(() => useSessionStore.setState({ user: sampleAdmin(), ended: null }));

const idOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const greenfield = { id: idOf(900), school_name: 'Greenfield Primary' };
const moment = '2026-11-03T10:00:00.000Z';
const worksCall = '/v1/panel/works/';

const work = (number: number, changed: Partial<PanelWork> = {}): PanelWork => ({
  tenant: greenfield,
  id: idOf(number),
  kind: 'book',
  title: `Book ${number}`,
  byline: 'Zoë',
  cover: null,
  language: 'en',
  level: 'early',
  sdgs: [6, 14],
  published_at: moment,
  reports: 0,
  is_picked: false,
  ...changed,
});
const text = (changed: Partial<PanelWorkText> = {}): PanelWorkText => ({
  tenant: greenfield,
  id: idOf(1),
  kind: 'book',
  level: null,
  sdgs: [],
  parts: 1,
  published_at: moment,
  source: null,
  licence: 'CC BY 4.0',
  credit: null,
  is_public: true,
  url: 'http://greenfield.localhost/library/book-1',
  watch: null,
  reports: 0,
  is_picked: false,
  text: {
    title: 'Book 1',
    byline: 'Zoë',
    blurb: 'About a hen.',
    about_author: '',
    dedication: '',
    language: 'en',
    cover: null,
    parts: [{ id: idOf(5), title: '', document: documentOf('Once there was a hen.') }],
  },
  ...changed,
});

type Answers = ConstructorParameters<typeof FakeSchoolServer>[0];

describe('what superpower parents suggest', () => {
  const call = '/v1/panel/suggestions/';
  const suggestion = {
    work: { tenant: greenfield, id: idOf(7), kind: 'book', title: 'The heron', byline: '', is_picked: false },
    by: [{ user_id: idOf(8), name: 'Ben Oak', why: 'Funny', at: moment }],
  };
  const at = `${greenfield.id}/${idOf(7)}`;
  function open(more: Answers) {
    const server = new FakeSchoolServer({
      [`GET ${worksCall}`]: () => ({ body: { results: [work(1)], next: null, count: 1, kept: 0 } }),
      [`GET ${call}`]: () => ({ body: { results: [suggestion] } }),
      ...more,
    });
    return { server, ...renderScreen(<AllBooksScreen drawCover={() => null} />) };
  }

  it('stands above all books, and is picked or declined as it was seen', async () => {
    const { server, user } = open({
      [`PUT /v1/panel/picks/${at}/`]: () => ({ body: {} }),
      [`POST ${call}${at}/decline/`]: () => refusalOf(panelProblems.suggested_since),
    });
    expect(await screen.findByText(/“Funny”/u)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Decline The heron' }));
    expect(await screen.findByText(panelProblems.suggested_since.error)).toBeTruthy();
    expect(server.askedFor(`${call}${at}/decline/`)[0]?.body).toEqual({ seen: moment });
    await user.click(screen.getByRole('button', { name: 'Pick The heron' }));
    expect(await screen.findByText('It is on the platform’s shelf')).toBeTruthy();
    await waitFor(() => expect(server.askedFor(call)).toHaveLength(2));
  });
});

describe('all books', () => {
  function open(answers: Answers, address = '/') {
    const server = new FakeSchoolServer(answers);
    return { server, ...renderScreen(<AllBooksScreen drawCover={() => null} />, { address }) };
  }

  it('stand with what everybody sees of them, and how many schools keep', async () => {
    open({
      [`GET ${worksCall}`]: () => ({
        body: {
          results: [work(1), work(2, { kind: 'story', reports: 2, level: null, byline: '' })],
          next: null,
          count: 2,
          kept: 8214,
        },
      }),
    });
    expect(await screen.findByText(/ Schools keep 8,214 more to themselves\.$/u)).toBeTruthy();
    const first = screen.getByRole('rowheader', { name: /Book 1/u }).closest('tr');
    expect(first?.textContent).toContain('Book · English · by Zoë');
    expect(first?.textContent).toContain('Early reader');
    const second = screen.getByRole('rowheader', { name: /Book 2/u });
    expect(second.textContent).toContain('Story · English');
    expect(within(second).getByRole('link').getAttribute('href')).toBe(
      `/admin-panel/view-book/${greenfield.id}/${idOf(2)}`,
    );
    expect(screen.getByRole('status').textContent).toBe('2 books and stories');
  });

  it('are narrowed down by the server, as the address says', async () => {
    const { server, user } = open({
      [`GET ${worksCall}`]: () => ({ body: { results: [work(1)], next: null, count: 1, kept: null } }),
    });
    await screen.findByRole('rowheader', { name: /Book 1/u });
    expect(screen.queryByText(/to themselves/u)).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Goal' }), '14');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Reports' }), 'open');
    await untilAddressIs('/?goal=14&reports=open');
    await waitFor(() =>
      expect(server.askedFor(worksCall).at(-1)?.query).toEqual({ search: '', goal: '14', reports: 'open' }),
    );
  });

  it('are picked for the platform’s shelf, and taken off it', async () => {
    let isPicked = false;
    const pickCall = `/v1/panel/picks/${greenfield.id}/${idOf(1)}/`;
    const { server, user } = open({
      [`GET ${worksCall}`]: () => ({
        body: { results: [work(1, { is_picked: isPicked })], next: null, count: 1, kept: null },
      }),
      [`PUT ${pickCall}`]: () => {
        isPicked = true;
        return { body: {} };
      },
      [`DELETE ${pickCall}`]: () => {
        isPicked = false;
        return { body: {} };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Actions for Book 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Pick for the platform’s shelf' }));
    expect(await screen.findByText(/on the platform’s shelf$/u)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Actions for Book 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Take off the platform’s shelf' }));
    await waitFor(() => expect(screen.queryByText(/on the platform’s shelf$/u)).toBeNull());
    expect(server.askedFor(pickCall).map(({ method }) => method)).toEqual(['PUT', 'DELETE']);
  });

  it('say so where there are none', async () => {
    open({ [`GET ${worksCall}`]: () => ({ body: { results: [], next: null, count: 0, kept: 0 } }) });
    expect(await screen.findByText('Nothing is public yet')).toBeTruthy();
  });
});

describe('a book', () => {
  const readCall = `${worksCall}${greenfield.id}/${idOf(1)}/`;
  const open = (answers: Answers) => {
    const server = new FakeSchoolServer(answers);
    const of = { tenantId: greenfield.id, workId: idOf(1) };
    return {
      server,
      ...renderScreen(<WorkTextScreen {...of} text={{ draw: () => <p>A page</p>, drawCover: () => null }} />),
    };
  };

  it('is read with its facts, and opened at its school', async () => {
    open({ [`GET ${readCall}`]: () => ({ body: text() }) });
    expect(await screen.findByRole('heading', { name: 'Book 1' })).toBeTruthy();
    expect(screen.getByText('About a hen.')).toBeTruthy();
    expect(screen.getByText('CC BY 4.0')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open at the school' }).getAttribute('href')).toMatch(/book-1$/u);
    expect(screen.queryByRole('link', { name: 'To monitoring' })).toBeNull();
  });

  it('in book monitoring leads there', async () => {
    open({ [`GET ${readCall}`]: () => ({ body: text({ is_public: false, url: null, watch: 'waiting' }) }) });
    expect(await screen.findByRole('link', { name: 'To monitoring' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Open at the school' })).toBeNull();
  });

  it('that is private is not there', async () => {
    open({ [`GET ${readCall}`]: () => refusalOf(panelProblems.work_not_found) });
    expect(await screen.findByRole('link', { name: 'Back to all books' })).toBeTruthy();
  });
});

describe('books in numbers', () => {
  const numbers: WorkNumbers = {
    weeks: [{ monday: '2026-11-23', made: 41, handed_in: 12, published: 7 }],
    audiences: { public: 3, community: 4, private: 0, unpublished: 34 },
    languages: [{ language: 'pt', works: 7 }],
    levels: [
      { level: 'early', works: 5 },
      { level: 'none', works: 2 },
    ],
    goals: [{ goal: 6, works: 3 }],
    waiting: { day: 1, week: 2, longer: 3 },
  };

  it('stand as charts, each with its table, of the kind that the address says', async () => {
    const server = new FakeSchoolServer({ 'GET /v1/panel/numbers/works/': () => ({ body: numbers }) });
    const { user } = renderScreen(<WorkNumbersScreen />, { address: '/' });
    const made = await screen.findByRole('figure', { name: /Made, handed in, published/u });
    await user.click(within(made).getByRole('button', { name: 'Show as a table' }));
    expect(within(made).getByRole('row', { name: /41 12 7/u })).toBeTruthy();
    const goals = screen.getByRole('figure', { name: /Goals/u });
    await user.click(within(goals).getByRole('button', { name: 'Show as a table' }));
    expect(goals.textContent).toContain('6. Clean water and sanitation');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'story');
    await untilAddressIs('/?kind=story');
    await waitFor(() =>
      expect(server.askedFor('/v1/panel/numbers/works/').at(-1)?.query).toEqual({
        days: '30',
        kind: 'story',
      }),
    );
  });
});
