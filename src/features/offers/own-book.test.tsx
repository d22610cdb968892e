import { createHash } from 'node:crypto';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ownWorkProblems } from '#contract/own-works/own-works.problems.ts';
import type { OwnWork } from '#contract/own-works/own-works.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer, refusalOf, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin, sampleTenant } from '#tests/support/screen-samples.ts';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { NewOwnBookScreen, OwnBookScreen } from './own-book.screen.tsx';
import type { PagesOf } from './use-offer-pages.ts';

const id = '019a0000-0000-7000-8000-000000000001';
const call = '/v1/panel/own-works/';
let book: OwnWork;

const pagesOf: PagesOf = async (files) => ({
  pages: files.map(({ name }) => ({
    name,
    number: null,
    make: async () => ({
      picture: { bytes: new TextEncoder().encode(name), media_type: 'image/png' as const },
      alt: '',
    }),
  })),
  refused: [],
  close: () => undefined,
});

const tenant = sampleTenant();

beforeEach(() => {
  useSessionStore.setState({ user: sampleAdmin(), tenant, ended: null });
  book = {
    id,
    title: 'The hare',
    byline: 'Aesop',
    blurb: '',
    language: 'en',
    level: null,
    sdgs: [],
    categories: [],
    mode: null,
    source: 'A printed book',
    licence: 'Public domain',
    credit: 'Aesop',
    slug: 'the-hare',
    state: 'draft',
    revision: 1,
    is_taken_down: false,
    pages: 4,
  };
});

function serve(more: Record<string, (asked: { body: unknown }) => FakeAnswer> = {}) {
  const turn = (state: OwnWork['state']) => (): FakeAnswer => {
    book = { ...book, state, revision: book.revision + 1 };
    return { body: book };
  };
  return new FakeSchoolServer({
    'GET /categories/': () => ({ body: { count: 0, next: null, results: [] } }),
    'GET /modes/managed/': () => ({ body: { results: [] } }),
    [`GET ${call}`]: () => ({ body: { results: [{ id, title: 'A draft', state: 'draft' }] } }),
    [`GET ${call}${id}/`]: () => ({ body: book }),
    [`POST ${call}${id}/publish/`]: turn('published'),
    [`POST ${call}${id}/withdraw/`]: turn('withdrawn'),
    ...more,
  });
}

const type = (user: ReturnType<typeof renderScreen>['user'], name: string, text: string) =>
  user.type(screen.getByRole('textbox', { name: new RegExp(`^${name}`, 'u') }), text);

describe('a new book of the platform', () => {
  const open = () => renderScreen(<NewOwnBookScreen breadcrumb={null} pagesOf={pagesOf} />);

  it('leads to drafts, and asks for a page and for whose it is', async () => {
    const server = serve();
    const { user } = open();
    expect((await screen.findByRole('link', { name: 'A draft' })).getAttribute('href')).toBe(
      `/admin-panel/book/${tenant.id}/${id}`,
    );
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Please add a page');
    for (const text of [
      'Please enter a title',
      'Please say where it is from',
      'Please say on what terms it may be shown',
      'Please say whose it is',
    ])
      expect(screen.getByText(text)).toBeTruthy();
    expect(server.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('is sent page by page, and then as a whole', async () => {
    const hash = createHash('sha256').update('cover.png').digest('hex');
    const pageCall = `${call}pages/${hash}/`;
    const server = serve({
      [`PUT ${pageCall}`]: () => ({ body: { sha256: hash } }),
      [`POST ${call}`]: () => ({ body: book }),
    });
    const { user } = open();
    await user.upload(
      await screen.findByLabelText('Pictures or a PDF'),
      new File(['x'], 'cover.png', { type: 'image/png' }),
    );
    await screen.findByRole('listitem', { name: 'Page 1' });
    await type(user, 'Title', 'The hare');
    await type(user, 'Source', 'A printed book');
    await type(user, 'Licence', 'Public domain');
    await type(user, 'Credit', 'Aesop');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await untilAddressIs(`/admin-panel/book/${tenant.id}/${id}`);
    const sent = server.asked.filter(({ method }) => method !== 'GET');
    expect(sent.map(({ method }) => method)).toEqual(['PUT', 'POST']);
    expect(sent.at(-1)?.body).toMatchObject({ title: 'The hare', pages: [{ sha256: hash, alt: '' }] });
  });
});

describe('a book of the platform', () => {
  const open = () =>
    renderScreen(<OwnBookScreen workId={id} breadcrumb={null} pagesOf={pagesOf} />, { address: '/' });

  it('is published, and withdrawn once that was asked', async () => {
    serve();
    const { user } = open();
    await screen.findByText('A draft: nobody sees it yet');
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await screen.findByText('Published: everybody may read it');
    await user.click(screen.getByRole('button', { name: 'Withdraw' }));
    const dialog = await screen.findByRole('dialog', { name: 'Withdraw “The hare”?' });
    await user.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
    await screen.findByText('Withdrawn: nobody sees it');
    await untilAddressIs('/');
  });

  it('keeps its pages, and what was typed where somebody changed it meanwhile', async () => {
    const server = serve({
      [`PATCH ${call}${id}/`]: () => refusalOf(ownWorkProblems.changed_since),
    });
    const { user } = open();
    await screen.findByText(/It has 4 pages/u);
    await type(user, 'Title', ' and the snail');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(ownWorkProblems.changed_since.error);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Title/u }).value).toBe(
      'The hare and the snail',
    );
    const sent = server.asked.findLast(({ method }) => method === 'PATCH')?.body as Record<string, unknown>;
    expect(sent).toMatchObject({ title: 'The hare and the snail', revision: 1 });
    expect(sent).not.toHaveProperty('pages');
  });
});
