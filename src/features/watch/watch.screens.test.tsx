import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { monitoringProblems } from '#contract/monitoring/monitoring.problems.ts';
import type { WatchRow } from '#contract/monitoring/monitoring.schema.ts';
import { type FakeAnswer, FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { type Answers, idOf, moment, watchScreens } from '#tests/support/watch-screens.tsx';
import { WatchQueueScreen } from './watch-queue.screen.tsx';

const { shared } = watchScreens();

const row = (number: number, changed: Partial<WatchRow> = {}): WatchRow => ({
  ...shared,
  reasons: [...shared.reasons],
  work_id: idOf(number),
  shown: null,
  ...changed,
});

const listCall = '/v1/panel/watch/';

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
