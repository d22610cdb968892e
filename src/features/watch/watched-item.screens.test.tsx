import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { monitoringProblems } from '#contract/monitoring/monitoring.problems.ts';
import type { WatchItem } from '#contract/monitoring/monitoring.schema.ts';
import { documentOf, textOf } from '#contract/works/document.rules.ts';
import { type FakeAnswer, FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { type Answers, idOf, moment, watchScreens } from '#tests/support/watch-screens.tsx';
import { WatchItemScreen } from '#src/features/watch/watch-item.screen.tsx';

const { tenantId, workId, shared } = watchScreens();

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
const itemCall = `/v1/panel/watch/${tenantId}/${workId}/`;
const claimed: FakeAnswer = { body: { until: moment } };

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
