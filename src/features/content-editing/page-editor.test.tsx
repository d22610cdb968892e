import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { contentProblems } from '#contract/content/content.problems.ts';
import type { EditedPage, PageDraft, WholeVersion } from '#contract/content/editor.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { sampleEditedPage } from '#tests/support/edited-page.ts';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { FakeSchoolServer, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { PageEditorScreen } from './page-editor.screen.tsx';

beforeEach(() => useSessionStore.setState({ user: sampleAdmin(), ended: null }));

const id = '0192f3a4-0000-7000-8000-000000000001';
const at = `/v1/content/${id}/`;
const first = '2026-11-20T08:00:00.000Z';
const second = '2026-11-20T08:01:00.000Z';
const third = '2026-11-20T08:02:00.000Z';

const head = { kind: 'hub', title: 'Water', summary: 'All about it', goals: [], ages: [], curator: 'Ada' };
const facts = { id: 'facts-1', kind: 'facts', facts: [{ text: 'Wet', source: '', url: '', date: '' }] };
const words = {
  id: 'words-1',
  kind: 'text',
  document: {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Rain falls' }] }],
  },
};
const live: WholeVersion = {
  n: 3,
  title: 'Water',
  made_at: first,
  made_by: null,
  live_from: first,
  live_until: null,
  is_live: true,
  head,
  blocks: [words, facts],
};
const page = sampleEditedPage({ id, kind: 'hub', slug: 'water', live, last: live });
const draft = (title: string, updated_at: string): PageDraft => ({
  base_n: 3,
  head: { ...head, title },
  blocks: [words],
  updated_by: 'Ben Oak',
  updated_at,
});

const refused = (
  { code, status, error }: (typeof contentProblems)[keyof typeof contentProblems],
  details: unknown,
): FakeAnswer => ({
  status,
  body: { code, error, errors: {}, request_id: 'r', details },
});

function open(
  answers: ConstructorParameters<typeof FakeSchoolServer>[0],
  {
    shown = page,
    mayPublish = true,
    localDrafts = new FakeLocalDrafts(),
  }: { shown?: typeof page; mayPublish?: boolean; localDrafts?: FakeLocalDrafts } = {},
) {
  const server = new FakeSchoolServer({
    [`GET ${at}`]: () => ({ body: shown }),
    'GET /content/': () => ({ body: { count: 0, next: null, results: [] } }),
    ...answers,
  });
  const looked = renderScreen(
    <PageEditorScreen
      id={id}
      editor={mayPublish ? 'platform' : 'champion'}
      draw={({ head: { title }, blocks }) => `${title}: ${blocks.map((block) => block.kind).join(', ')}`}
    />,
    { address: '/', localDrafts },
  );
  return { server, ...looked };
}

const titleField = () => screen.findByRole('textbox', { name: 'Title' });

describe('the editor of a public page', () => {
  it('gives a link to the draft as it was just typed, and says until when it is good', async () => {
    const { user, server } = open({
      [`PUT ${at}draft/en/`]: () => ({ body: draft('Rain', first) }),
      [`POST ${at}preview-link/`]: () => ({ body: { token: 'sealed', expires_at: third } }),
    });
    await user.type(await titleField(), '!');
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    const link = await screen.findByRole('textbox', { name: 'Preview link' });
    expect(link).toHaveProperty('value', `${window.location.origin}/preview#token=sealed`);
    expect(screen.getByText(/^Good until .*Anyone with this link can read the draft/u)).toBeTruthy();
    expect(server.askedFor(`${at}draft/en/`)).toHaveLength(1);
    expect(server.askedFor(`${at}preview-link/`).at(-1)?.body).toEqual({ language: 'en' });
  });

  it('keeps where an event is joined apart from the draft, says which host it is, and takes it away again', async () => {
    const event = { ...head, kind: 'event', online: true, curator: undefined };
    const shown: EditedPage = { ...page, kind: 'event', live: { ...live, head: event } };
    const hosts: (string | null)[] = ['meet.example.org', null];
    const { user, server } = open(
      { [`PUT ${at}join-link/`]: () => ({ body: { join_host: hosts.shift() ?? null } }) },
      { shown },
    );
    const field = await screen.findByRole('textbox', { name: 'Link to join' });
    await user.type(field, 'meet.example.org');
    await user.click(screen.getByRole('button', { name: 'Save link' }));
    expect(await screen.findByText('Paste the whole link. It begins with https://')).toBeTruthy();
    await user.clear(field);
    await user.type(field, 'https://meet.example.org/1');
    await user.click(screen.getByRole('button', { name: 'Save link' }));
    expect(await screen.findByText(/^A link to meet\.example\.org is saved/u)).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'New link to join' })).toHaveProperty('value', '');
    await user.click(screen.getByRole('button', { name: 'Remove link' }));
    expect(await screen.findByText(/^There is no link to join yet/u)).toBeTruthy();
    expect(server.askedFor(`${at}join-link/`).map(({ body }) => body)).toEqual([
      { link: 'https://meet.example.org/1' },
      { link: null },
    ]);
    expect(server.askedFor(`${at}draft/en/`)).toEqual([]);
  });

  it('saves the draft by itself, each naming the one before, and shows it as readers see it', async () => {
    const moments = [first, second];
    const { user, server } = open({
      [`PUT ${at}draft/en/`]: () => ({ body: draft('Water', moments.shift() ?? third) }),
    });
    const title = await titleField();
    await user.type(title, 's');
    expect(screen.getByText('Writing …')).toBeTruthy();
    expect(await screen.findByText('Saved')).toBeTruthy();
    await user.type(title, '!');
    await waitFor(() => expect(server.askedFor(`${at}draft/en/`)).toHaveLength(2));
    const saved = server.askedFor(`${at}draft/en/`).map(({ body }) => body);
    expect(saved).toMatchObject([
      { base: 3, seen: null, head: { title: 'Waters' }, blocks: [words, facts] },
      { base: 3, seen: first, head: { title: 'Waters!' } },
    ]);
    // The fact has no source yet.
    expect(await screen.findByText('Waters!: text')).toBeTruthy();
  });

  it('says that there is no network, and saves once asked again', async () => {
    let isOnline = false;
    const { user } = open({
      [`PUT ${at}draft/en/`]: () => (isOnline ? { body: draft('Waters', first) } : null),
    });
    await user.type(await titleField(), 's');
    expect(await screen.findByText('No network. Your words are kept on this device.')).toBeTruthy();
    isOnline = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Saved')).toBeTruthy();
  });

  it('keeps the last words when the page is left without a network, and saves them on return', async () => {
    const localDrafts = new FakeLocalDrafts();
    const left = open({ [`PUT ${at}draft/en/`]: () => null }, { localDrafts });
    await left.user.type(await titleField(), ' for all');
    // The keyboard was not quiet yet.
    left.unmount();
    await waitFor(() => expect(localDrafts.text).toContain('Water for all'));
    const { user, server } = open(
      { [`PUT ${at}draft/en/`]: () => ({ body: draft('Water for all', first) }) },
      { localDrafts },
    );
    expect(await screen.findByDisplayValue('Water for all')).toBeTruthy();
    expect(await screen.findByText('What you typed before is still here.')).toBeTruthy();
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(server.askedFor(`${at}draft/en/`)[0]?.body).toMatchObject({
      base: 3,
      seen: null,
      head: { title: 'Water for all' },
    });
    expect(localDrafts.text).toBe('');
    await user.click(screen.getByRole('button', { name: 'Start anew' }));
    expect(await screen.findByDisplayValue('Water')).toBeTruthy();
    await waitFor(() =>
      expect(server.askedFor(`${at}draft/en/`).at(-1)?.body).toMatchObject({ head: { title: 'Water' } }),
    );
  });

  it('asks whose words stay where the page was changed while words were kept', async () => {
    const localDrafts = new FakeLocalDrafts();
    const left = open({ [`PUT ${at}draft/en/`]: () => null }, { localDrafts });
    await left.user.type(await titleField(), ' for all');
    left.unmount();
    await waitFor(() => expect(localDrafts.text).toContain('Water for all'));
    const { user, server } = open(
      {},
      { shown: { ...page, draft: draft('Their title', second) }, localDrafts },
    );
    expect(await screen.findByText('Somebody else changed this page.')).toBeTruthy();
    expect(screen.getByDisplayValue('Water for all')).toBeTruthy();
    expect(server.askedFor(`${at}draft/en/`)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Use theirs' }));
    expect(screen.getByDisplayValue('Their title')).toBeTruthy();
    await waitFor(() => expect(localDrafts.text).toBe(''));
  });

  it('forgets what it kept once the server has it', async () => {
    const localDrafts = new FakeLocalDrafts();
    const { user } = open(
      { [`PUT ${at}draft/en/`]: () => ({ body: draft('Waters', first) }) },
      { localDrafts },
    );
    await user.type(await titleField(), 's');
    expect(await screen.findByText('Saved')).toBeTruthy();
    await waitFor(() => expect(localDrafts.text).toBe(''));
  });

  it('asks whose words stay where somebody else changed the page', async () => {
    const seen: unknown[] = [];
    const theirs = { draft: draft('Their title', second), live };
    const { user } = open({
      [`PUT ${at}draft/en/`]: ({ body }) => {
        seen.push((body as { seen: unknown }).seen);
        return seen.length === 1
          ? refused(contentProblems.changed_since, theirs)
          : { body: draft('Waters', third) };
      },
    });
    await user.type(await titleField(), 's');
    expect(await screen.findByText('Somebody else changed this page.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Keep mine' }));
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(seen).toEqual([null, second]);
    expect(screen.getByDisplayValue('Waters')).toBeTruthy();
  });

  it('takes the words of somebody else where the editor says so', async () => {
    const { user } = open({
      [`PUT ${at}draft/en/`]: () =>
        refused(contentProblems.changed_since, { draft: draft('Their title', second), live }),
    });
    await user.type(await titleField(), 's');
    await user.click(await screen.findByRole('button', { name: 'Use theirs' }));
    expect(screen.getByDisplayValue('Their title')).toBeTruthy();
    expect(screen.getByText('Saved')).toBeTruthy();
  });

  it('leads to the block that is not ready', async () => {
    const lacks = [{ block: 'facts-1', field: 'facts.0.source', lacks: 'A fact needs its source' }];
    const { user } = open(
      { [`POST ${at}publish/`]: () => refused(contentProblems.not_ready, { lacks }) },
      { shown: { ...page, draft: { ...draft('Water', first), blocks: [words, facts] } } },
    );
    await user.click(await screen.findByRole('button', { name: 'Publish now' }));
    await user.click(await screen.findByRole('button', { name: 'Go to Facts 2: A fact needs its source' }));
    const source = screen.getByRole('textbox', { name: 'Source' });
    await waitFor(() => expect(document.activeElement).toBe(source));
    expect(source.getAttribute('aria-invalid')).toBe('true');
  });

  it('saves what was typed before it publishes, and says that the page is live', async () => {
    const { user, server } = open({
      [`PUT ${at}draft/en/`]: () => ({ body: draft('Waters', first) }),
      [`POST ${at}publish/`]: () => ({ body: { ...page, live: { ...live, n: 4 } } }),
    });
    await user.type(await titleField(), 's');
    await user.click(screen.getByRole('button', { name: 'Publish now' }));
    expect(await screen.findByText('The page is live')).toBeTruthy();
    expect(screen.getByText(/Visitors see version 4/u)).toBeTruthy();
    const [asked] = server.askedFor(`${at}publish/`);
    expect(asked?.body).toEqual({ language: 'en', draft_updated_at: first, live_n: 3 });
  });

  it('takes a page off once that is confirmed', async () => {
    const { user, server } = open({
      [`POST ${at}unpublish/`]: () => ({ body: { ...page, live: null } }),
    });
    await user.click(await screen.findByRole('button', { name: 'Take off' }));
    const question = await screen.findByRole('dialog', { name: 'Take this page off?' });
    await user.click(within(question).getByRole('button', { name: 'Take off' }));
    expect(await screen.findByText('The page is off')).toBeTruthy();
    expect(server.askedFor(`${at}unpublish/`)[0]?.body).toEqual({ language: 'en', live_n: 3 });
  });

  it('moves a block, and brings back one that was removed', async () => {
    const { user, server } = open({
      [`PUT ${at}draft/en/`]: () => ({ body: draft('Water', first) }),
    });
    await user.click(await screen.findByRole('button', { name: 'Move down: Text 1' }));
    await user.click(screen.getByRole('button', { name: 'Remove: Text 2' }));
    expect(screen.queryByText('Rain falls')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Text 2' }));
    await waitFor(() => expect(server.askedFor(`${at}draft/en/`).length).toBeGreaterThan(0));
    expect(server.askedFor(`${at}draft/en/`).at(-1)?.body).toMatchObject({ blocks: [facts, words] });
  });

  it('keeps the keyboard at what it moves, and brings back a part of a block that was removed', async () => {
    const dry = { text: 'Dry', source: '', url: '', date: '' };
    const two = { ...facts, facts: [...facts.facts, dry] };
    const { user } = open(
      { [`PUT ${at}draft/en/`]: () => ({ body: draft('Water', first) }) },
      { shown: { ...page, live: { ...live, blocks: [words, two] } } },
    );
    const told = () =>
      screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: 'Fact' }).map(({ value }) => value);
    await user.click(await screen.findByRole('button', { name: 'Edit: Facts 2' }));
    await user.click(screen.getByRole('button', { name: 'Move down: Fact 1' }));
    expect(told()).toEqual(['Dry', 'Wet']);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move up: Fact 2' }));
    await user.click(screen.getByRole('button', { name: 'Remove: Fact 1' }));
    expect(told()).toEqual(['Wet']);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(told()).toEqual(['Dry', 'Wet']);
    expect(document.activeElement).toBe(screen.getAllByRole('textbox', { name: 'Fact' })[0]);
    await user.click(screen.getByRole('button', { name: 'Add: Fact' }));
    expect(told()).toEqual(['Dry', 'Wet', '']);
    expect(document.activeElement).toBe(screen.getAllByRole('textbox', { name: 'Fact' }).at(-1));
    await user.click(screen.getByRole('button', { name: 'Move up: Facts 2' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move down: Facts 1' }));
    await user.click(screen.getByRole('button', { name: 'Add a block' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Callout' }));
    const callout = screen.getByRole('region', { name: 'Callout 3' });
    await waitFor(() => expect(callout.contains(document.activeElement)).toBe(true));
  });

  it('offers those nothing but writing who publish nothing', async () => {
    open({}, { mayPublish: false });
    await titleField();
    expect(screen.getByText(/Your draft is saved as you type/u)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Publish|Take off|versions/u })).toBeNull();
    expect(screen.getByRole('link', { name: 'My pages' })).toBeTruthy();
  });

  it('says that a page is missing', async () => {
    open({ [`GET ${at}`]: () => refused(contentProblems.not_found, {}) });
    expect(await screen.findByText('This is not here')).toBeTruthy();
  });
});
