import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { monitoringProblems } from '#contract/monitoring/monitoring.problems.ts';
import type { WatchItem, WatchRow } from '#contract/monitoring/monitoring.schema.ts';
import { documentOf, textOf } from '#contract/works/document.rules.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { WatchItemScreen } from './watch-item.screen.tsx';
import { WatchQueueScreen } from './watch-queue.screen.tsx';

beforeEach(() => useSessionStore.setState({ user: sampleAdmin(), ended: null }));

const idOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const [tenantId, workId] = [idOf(900), idOf(1)];
const moment = '2026-11-03T10:00:00.000Z';

const shared = {
  tenant_id: tenantId,
  school_name: 'Greenfield Primary',
  work_id: workId,
  kind: 'story',
  state: 'waiting',
  reasons: [
    { reason: 'frightening', weight: 50 },
    { reason: 'further_readers', weight: 5 },
  ],
  risk: 55,
  since: moment,
  due_at: moment,
  is_overdue: false,
  is_from_visitor: false,
  claim: null,
  asked_at: null,
  answered_at: null,
  appealed_at: null,
  decision: null,
  decided_at: null,
} as const satisfies Partial<WatchRow>;

const row = (number: number, changed: Partial<WatchRow> = {}): WatchRow => ({
  ...shared,
  reasons: [...shared.reasons],
  work_id: idOf(number),
  shown: null,
  ...changed,
});

const report = {
  id: idOf(50),
  reason: 'frightening',
  words: 'It has a ghost.',
  reported_at: moment,
} as const;

const item = (changed: Partial<WatchItem> = {}): WatchItem => ({
  ...shared,
  reasons: [...shared.reasons],
  work_state: 'published',
  taken_down_by: null,
  revision: 'a'.repeat(64),
  text: {
    title: 'The kite',
    byline: 'Zoë',
    blurb: '',
    about_author: '',
    dedication: '',
    language: 'en',
    cover: 'b'.repeat(64),
    parts: [{ id: idOf(70), title: '', document: documentOf('Once there was a kite.') }],
  },
  changes: null,
  watched_words: [],
  reports: [report],
  appeal: null,
  question: null,
  answer: null,
  author: 'child',
  decisions: [],
  copies: { kept: 12, gone: 0 },
  ...changed,
});

const listCall = '/v1/panel/watch/';
const itemCall = `/v1/panel/watch/${tenantId}/${workId}/`;
const claimed: FakeAnswer = { body: { until: moment } };
type Answers = ConstructorParameters<typeof FakeSchoolServer>[0];

describe('the queue of book monitoring', () => {
  function open(answers: Answers, address = '/') {
    const server = new FakeSchoolServer(answers);
    const shown = (
      <WatchQueueScreen
        counts={{ waiting: 2, overdue: 1, asked: null, visitors: 0 }}
        aboutVisitors={<p>Handed in here</p>}
      />
    );
    return { server, ...renderScreen(shown, { address }) };
  }
  const page = (results: WatchRow[]): FakeAnswer => ({
    body: { results, next: null, count: results.length },
  });

  it('says why each work is there, what is overdue, and no title that strangers may not see', async () => {
    open({
      [`GET ${listCall}`]: () =>
        page([
          row(1, { is_overdue: true, shown: { title: 'The kite', byline: 'Zoë' } }),
          row(2, { claim: { by: 'Ana Ruiz', is_mine: false, until: moment } }),
        ]),
    });
    const first = (await screen.findByRole('rowheader', { name: /The kite/u })).closest('tr') as HTMLElement;
    expect(within(first).getByText(/^Overdue since /u)).toBeTruthy();
    expect(
      within(first)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Reported: frightening or hurtful 50', 'Reported by more readers 5']);
    const second = screen.getByRole('rowheader', { name: /A story of Greenfield Primary/u }).closest('tr');
    expect(second?.textContent).toContain('Ana Ruiz');
    const tabs = within(screen.getByRole('navigation', { name: 'Parts of book monitoring' }));
    expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Waiting (2)',
      'Asked (200+)',
      'From visitors',
      'Taken down',
      'Done',
      'Words',
    ]);
  });

  it('has tabs with an address each, and says where nothing is', async () => {
    const { server, user } = open({ [`GET ${listCall}`]: () => page([]) });
    await screen.findByText('Nothing is waiting');
    expect(screen.queryByText('Handed in here')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'From visitors' }));
    await untilAddressIs('/admin-panel/book-monitoring?tab=visitors');
    await screen.findByText('No visitor’s book is waiting');
    expect(screen.getByText('Handed in here')).toBeTruthy();
    expect(server.askedFor(listCall).at(-1)?.query).toEqual({ tab: 'visitors' });
  });

  it('is narrowed down within its tab, says what is set, and shows all again', async () => {
    const { server, user } = open({ [`GET ${listCall}`]: () => page([]) }, '/?tab=asked');
    await screen.findByText('No school was asked');
    await user.selectOptions(screen.getByLabelText('Why'), 'Reported: unkind');
    await untilAddressIs('/?tab=asked&reason=unkind');
    await screen.findByText('No works match these filters');
    expect(server.askedFor(listCall).at(-1)?.query).toEqual({ tab: 'asked', reason: 'unkind' });
    expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await untilAddressIs('/?tab=asked');
    await screen.findByText('No school was asked');
  });

  it('comes with a network, and asks again', async () => {
    let answer: FakeAnswer = null;
    const { user } = open({ [`GET ${listCall}`]: () => answer });
    await screen.findByText(/^The queue shows up here/u);
    answer = page([row(1)]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('rowheader')).toBeTruthy();
  });
});

describe('the word list', () => {
  const call = '/v1/panel/watched-words/';
  const words = ['Bomb', 'Été'].map((each, place) => ({
    id: idOf(80 + place),
    words: each,
    added_at: moment,
    added_by: 'Ana Ruiz',
  }));
  function open(list: () => typeof words, answers: Answers = {}) {
    const server = new FakeSchoolServer({
      [`GET ${call}`]: () => ({ body: { results: list() } }),
      ...answers,
    });
    const shown = <WatchQueueScreen counts={null} aboutVisitors={null} />;
    return { server, ...renderScreen(shown, { address: '/?tab=words' }) };
  }
  const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

  it('is found in, and a word is added with a reason, or told why not at its field', async () => {
    let isKnown = true;
    const { server, user } = open(() => words, {
      [`POST ${call}`]: () => {
        const { code, error, status } = monitoringProblems.word_known;
        if (!isKnown) return { body: { ...words[0], words: 'Knife' } };
        return { status, body: { code, error, errors: { words: [error] }, request_id: 'r' } };
      },
    });
    await screen.findByRole('rowheader', { name: 'Bomb' });
    await user.type(screen.getByLabelText('Find a word'), 'ete');
    expect(names()).toEqual(['Été']);
    await user.click(screen.getByRole('button', { name: 'Add a word' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a watched word' }));
    await user.click(dialog.getByRole('button', { name: 'Add word' }));
    await dialog.findByText('Please write a word');
    await user.type(dialog.getByLabelText(/^Word or phrase/u), 'knife');
    await user.type(dialog.getByLabelText(/^Reason/u), 'A school asked.');
    await user.click(dialog.getByRole('button', { name: 'Add word' }));
    await dialog.findByText('This word is on the list already.');
    isKnown = false;
    await user.click(dialog.getByRole('button', { name: 'Add word' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.askedFor(call).at(-2)?.body).toEqual({ words: 'knife', reason: 'A school asked.' });
  });

  it('says what leaves with a word before it is removed, and where no word is', async () => {
    let left = words.slice(0, 1);
    const { user } = open(() => left, {
      [`DELETE ${call}${idOf(80)}/`]: () => {
        left = [];
        return { body: {} };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Remove Bomb' }));
    const dialog = await screen.findByRole('dialog', { name: 'Remove the word?' });
    expect(dialog.textContent).toContain(
      'Stop looking for “Bomb”? Works that wait for nothing else leave the queue. You can add it again.',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('No word is watched')).toBeTruthy();
  });
});

describe('an item of book monitoring', () => {
  let decided: number;
  function open(answers: Answers) {
    decided = 0;
    const server = new FakeSchoolServer({ [`POST ${itemCall}claim/`]: () => claimed, ...answers });
    const shown = (
      <WatchItemScreen
        tenantId={tenantId}
        workId={workId}
        draw={(document) => <p>{textOf(document)}</p>}
        drawCover={(sha256, title) => <p>{`${title} ${sha256.slice(0, 1)}`}</p>}
        onDecided={() => {
          decided += 1;
        }}
      />
    );
    return { server, ...renderScreen(shown) };
  }
  const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

  it('is claimed by whoever opens it, and shows its text, its reports and what changed', async () => {
    const { server } = open({
      [`GET ${itemCall}`]: () => ({
        body: item({
          changes: [
            { part: idOf(70), before: 'Once.', after: 'Once there was a kite.', has_other_assets: false },
            { part: 'cover', before: null, after: null, has_other_assets: true },
          ],
          watched_words: ['ghost', 'kite'],
          decisions: [{ action: 'monitoring.kept', reason: 'It is a tale.', at: moment }],
        }),
      }),
    });
    await screen.findByRole('heading', { level: 1, name: 'The kite' });
    expect(server.askedFor(`${itemCall}claim/`)).toHaveLength(1);
    expect(screen.getByText('The kite b')).toBeTruthy();
    expect(screen.getByText('It has a ghost.')).toBeTruthy();
    expect(screen.getByText('ghost, kite')).toBeTruthy();
    expect(screen.getByText('It is a tale.')).toBeTruthy();
    expect(screen.getByText('12 copies on tablets for reading without a network.')).toBeTruthy();
    const changes = within(screen.getByRole('region', { name: 'Changed since the last decision' }));
    expect(changes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Chapter 1BeforeOnce.NowOnce there was a kite.',
      'CoverIts pictures or recordings are others now.',
    ]);
    expect(buttons()).toEqual(['Ask the school', 'Take down', 'Keep']);
  });

  it('says for whom, how many and whether it can be undone before it is taken down (law 9)', async () => {
    const { server, user } = open({
      [`GET ${itemCall}`]: () => ({ body: item() }),
      [`POST ${itemCall}take-down/`]: () => ({
        body: { tenant_id: tenantId, work_id: workId, state: 'taken_down' },
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Take down' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Take down' }));
    expect(
      dialog.getByText(
        'Take “The kite” off every shelf and every tablet? The child reads your words. 12 copies on tablets go when they next have a network. You can reinstate it later. Greenfield Primary cannot, but can ask for it back once.',
      ),
    ).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Take down' }));
    await dialog.findByText('Please write a kind word that says why');
    await user.type(dialog.getByLabelText('A kind word that says why'), 'Let us talk.');
    await user.click(dialog.getByRole('button', { name: 'Take down' }));
    await waitFor(() => expect(decided).toBe(1));
    expect(server.askedFor(`${itemCall}take-down/`).map(({ body }) => body)).toEqual([
      {
        seen: { revision: 'a'.repeat(64), reports: [report.id], state: 'waiting' },
        reason: 'Let us talk.',
      },
    ]);
  });

  it('says what changed since, and keeps the words while one looks again (law 8)', async () => {
    const reports = [report];
    const { server, user } = open({
      [`GET ${itemCall}`]: () => ({ body: item({ reports: [...reports] }) }),
      [`POST ${itemCall}keep/`]: () => {
        if (reports.length > 1) return { body: { tenant_id: tenantId, work_id: workId, state: 'done' } };
        const { code, error, status } = monitoringProblems.changed_since;
        const details = { reports: 1, text: true };
        return { status, body: { code, error, errors: {}, request_id: 'r', details } };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Keep' }));
    const open1 = within(await screen.findByRole('dialog', { name: 'Keep' }));
    await user.type(open1.getByLabelText('Why it stays'), 'It is a tale.');
    await user.click(open1.getByRole('button', { name: 'Keep' }));
    await open1.findByText(/^Since you looked, the text was changed, and 1 more report came\./u);
    expect(decided).toBe(0);
    reports.push({ ...report, id: idOf(51), words: 'Me too.' } as never);
    await user.click(open1.getByRole('button', { name: 'Look at it again' }));
    await screen.findByText('Me too.');
    await user.click(screen.getByRole('button', { name: 'Keep' }));
    const open2 = within(await screen.findByRole('dialog', { name: 'Keep' }));
    expect(open2.getByLabelText<HTMLTextAreaElement>('Why it stays').value).toBe('It is a tale.');
    await user.click(open2.getByRole('button', { name: 'Keep' }));
    await waitFor(() => expect(decided).toBe(1));
    expect(server.askedFor(`${itemCall}keep/`).at(-1)?.body).toMatchObject({
      seen: { reports: [report.id, idOf(51)] },
    });
  });

  it('is read and not decided while somebody else has it', async () => {
    const claim = { by: 'Ana Ruiz', is_mine: false, until: moment };
    let reads = 0;
    const { user } = open({
      [`GET ${itemCall}`]: () => {
        reads += 1;
        return { body: item(reads === 1 ? {} : { claim: reads === 2 ? claim : null }) };
      },
      [`POST ${itemCall}claim/`]: () => {
        const { code, error, status } = monitoringProblems.claimed;
        return reads > 1
          ? claimed
          : { status, body: { code, error, errors: {}, request_id: 'r', details: { until: moment } } };
      },
    });
    await screen.findByText('Ana Ruiz is looking at this');
    expect(buttons()).toEqual(['Look at it again']);
    await user.click(screen.getByRole('button', { name: 'Look at it again' }));
    expect(await screen.findByRole('button', { name: 'Keep' })).toBeTruthy();
  });

  it.each<[string, Partial<WatchItem>, string[]]>([
    ['the school took down', { state: 'taken_down', taken_down_by: 'school', work_state: 'withdrawn' }, []],
    [
      'the platform took down',
      { state: 'taken_down', taken_down_by: 'platform', work_state: 'withdrawn' },
      ['Reinstate'],
    ],
    [
      'the school asks for',
      { taken_down_by: 'platform', work_state: 'withdrawn', appeal: 'It is a tale.' },
      ['Leave it down', 'Reinstate'],
    ],
    ['the school was asked about', { state: 'asked' }, ['Take down', 'Keep']],
    ['stayed', { state: 'done' }, ['Ask the school', 'Take down']],
  ])('that %s offers what can be decided', async (_what, changed, offered) => {
    open({ [`GET ${itemCall}`]: () => ({ body: item(changed) }) });
    await screen.findByRole('heading', { name: 'Why it is here' });
    expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(offered);
    if (changed.appeal !== undefined) expect(screen.getByText('It is a tale.')).toBeTruthy();
  });

  it('shows no text once nobody may read it here, and says what tablets still keep', async () => {
    open({
      [`GET ${itemCall}`]: () => ({
        body: item({
          state: 'taken_down',
          taken_down_by: 'platform',
          work_state: 'withdrawn',
          text: null,
          copies: { kept: 12, gone: 11 },
        }),
      }),
    });
    await screen.findByRole('heading', { level: 1, name: 'A story of Greenfield Primary' });
    expect(screen.getByText('Gone from 11 of 12 tablets that kept it.')).toBeTruthy();
    expect(screen.getByText(/its text is not shown here any more/u)).toBeTruthy();
  });

  it('that is not in monitoring leads back to the queue', async () => {
    const { code, error, status } = monitoringProblems.not_found;
    open({ [`GET ${itemCall}`]: () => ({ status, body: { code, error, errors: {}, request_id: 'r' } }) });
    const back = await screen.findByRole('link', { name: 'Back to book monitoring' });
    expect(back.getAttribute('href')).toBe('/admin-panel/book-monitoring');
  });
});
