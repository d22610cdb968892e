import { screen, waitFor, within } from '@testing-library/react';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { offerProblems } from '#contract/offers/offers.problems.ts';
import type { Category } from '#contract/works/categories.schema.ts';
import type { OfferedBook } from '#contract/offers/offers.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { ApiProblem, NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { OfferedBookStore } from '#src/sync/offered-book.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { ConfirmOfferScreen } from './confirm-offer.screen.tsx';
import { OfferScreen } from './offer.screen.tsx';
import { OfferedBooksScreen } from './offered-books.screen.tsx';
import type { PagesOf } from './use-offer-pages.ts';

let store: OfferedBookStore;
let asked: { name: string; input: { body: Record<string, unknown>; params: { sha256?: string } } }[];
let state: 'asked' | 'confirmed' | 'handed_in';
let arrived: string[];
/** What goes wrong, by the name of the call. */
let failures: Record<string, Error>;
let waiting: OfferedBook[];

const shelves = ['Animals', 'Sea', 'Space', 'Weather'].map((name, number): Category => {
  const id = `018f0000-0000-7000-8000-00000000001${number}`;
  return { id, name, slug: name.toLowerCase(), works: 0, archived_at: null };
});

const problem = ({ code, status, error }: { code: string; status: number; error: string }) =>
  new ApiProblem(status, { code, error, errors: {}, request_id: 'r' }, null);

const api: ApiClient = {
  call: (endpoint, input) => {
    const { name } = endpoint as { name: string };
    asked.push({ name, input: input as never });
    const failure = failures[name];
    if (failure) return Promise.reject(failure);
    const { sha256 = '' } = (input as { params?: { sha256?: string } }).params ?? {};
    if (name === 'offers.sendPage') arrived.push(sha256);
    if (name === 'offers.accept' || name === 'offers.refuse') waiting = [];
    const answers: Record<string, unknown> = {
      'offers.ask': { id: '1', ticket: 'secret' },
      'offers.readState': { state, pages: arrived },
      'offers.list': { count: waiting.length, next: null, results: waiting },
      'offers.confirm': { name: 'Ada' },
      'categories.list': { count: shelves.length, next: null, results: shelves },
    };
    return Promise.resolve((answers[name] ?? { id: '1' }) as never);
  },
};

const called = (name: string) => asked.filter((call) => call.name === name);

/** A page of a byte for each file, but for those that are broken. */
const pagesOf: PagesOf = async (files) => ({
  pages: files
    .filter(({ name }) => name !== 'broken.png')
    .map(({ name }) => ({
      name,
      number: null,
      make: async () => ({
        picture: {
          media_type: 'image/png',
          bytes: new TextEncoder().encode(name),
        },
        alt: '',
      }),
    })),
  refused: files
    .filter(({ name }) => name === 'broken.png')
    .map(({ name }) => ({ name, error: new Error('This is no picture.') })),
  close: () => undefined,
});

beforeEach(() => {
  store = new OfferedBookStore({
    now: () => Date.now(),
    indexedDb: { indexedDB: new IDBFactory(), IDBKeyRange },
  });
  asked = [];
  arrived = [];
  state = 'asked';
  failures = {};
  waiting = [];
  sessionStorage.clear();
  useSessionStore.setState({ user: null });
});

describe('a visitor with a book', () => {
  const open = () => renderScreen(<OfferScreen pagesOf={pagesOf} api={api} store={store} />);
  const files = (...names: string[]) => names.map((name) => new File(['x'], name, { type: 'image/png' }));

  async function fillIn(user: ReturnType<typeof open>['user']): Promise<void> {
    await user.upload(screen.getByLabelText('Pictures or a PDF'), files('one.png', 'two.png'));
    await screen.findByRole('listitem', { name: 'Page 2' });
    await user.type(screen.getByRole('textbox', { name: 'Title' }), 'The Lighthouse');
    await user.type(screen.getByRole('textbox', { name: 'Who made it' }), 'Ada');
  }

  async function askForLink(user: ReturnType<typeof open>['user']): Promise<void> {
    await user.type(screen.getByRole('textbox', { name: 'Your name' }), 'Ada Shore');
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@shore.test');
    await user.click(screen.getByRole('checkbox', { name: /^I am an adult/u }));
    await user.click(screen.getByRole('button', { name: 'Send me the link' }));
    await screen.findByRole('heading', { name: 'Look into your email' });
  }

  it('confirms an address, and then hands it in page by page', async () => {
    const { user } = open();
    await screen.findByRole('button', { name: 'Send me the link' });
    await fillIn(user);
    await askForLink(user);
    await user.click(screen.getByRole('button', { name: 'I opened the link' }));
    await screen.findByText('The link was not opened yet.');
    expect(called('offers.sendPage')).toEqual([]);
    state = 'confirmed';
    await user.click(screen.getByRole('button', { name: 'I opened the link' }));
    await user.click(await screen.findByRole('button', { name: 'Move page 2 up' }));
    failures = { 'offers.handIn': new NoNetworkError('cut', false) };
    await user.click(screen.getByRole('button', { name: 'Hand it in' }));
    await screen.findByText(/^Quillshelf cannot be reached right now\. What has arrived stays there/u);
    expect(called('offers.sendPage')).toHaveLength(2);
    expect(await store.readPages()).toHaveLength(2);
    failures = {};
    await user.click(screen.getByRole('button', { name: 'Hand it in' }));
    await screen.findByRole('heading', { name: 'Thank you' });
    // Nothing is sent twice.
    expect(called('offers.sendPage')).toHaveLength(2);
    expect(called('offers.handIn').at(-1)?.input.body).toMatchObject({
      ticket: 'secret',
      title: 'The Lighthouse',
      credit: 'Ada',
      pages: [{ sha256: arrived[0] }, { sha256: arrived[1] }],
    });
    expect(await store.readPages()).toEqual([]);
    expect(await store.readTicket()).toBeNull();
  });

  it('finds pages and words again after a reload, and goes on', async () => {
    const { user, unmount } = open();
    await screen.findByRole('button', { name: 'Send me the link' });
    await fillIn(user);
    await waitFor(async () =>
      expect(await store.readText('offered book')).toMatchObject({ value: { credit: 'Ada' } }),
    );
    await askForLink(user);
    unmount();
    state = 'confirmed';
    open();
    expect(await screen.findByRole('button', { name: 'Hand it in' })).toBeTruthy();
    expect(await screen.findAllByRole('listitem', { name: /^Page/u })).toHaveLength(2);
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('The Lighthouse'),
    );
  });

  it('is told what could not be added, what is missing, and that the link is too old', async () => {
    await store.keepTicket({ id: '1', ticket: 'old', email: 'ada@shore.test' });
    failures = { 'offers.readState': problem(offerProblems.not_found) };
    const { user } = open();
    await screen.findByText('The link is too old');
    await user.upload(screen.getByLabelText('Pictures or a PDF'), files('broken.png'));
    await screen.findByText('broken.png');
    await user.click(screen.getByRole('button', { name: 'Send me the link' }));
    expect(await screen.findByText('Please confirm this')).toBeTruthy();
    expect(screen.getByText('Please enter your name')).toBeTruthy();
    expect(called('offers.ask')).toEqual([]);
  });

  it('throws it away after a question, here and there', async () => {
    const { user } = open();
    await screen.findByRole('button', { name: 'Send me the link' });
    await fillIn(user);
    await askForLink(user);
    await user.click(screen.getByRole('button', { name: 'Throw this book away' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Throw this book away?' }));
    await user.click(dialog.getByRole('button', { name: 'Throw away' }));
    await screen.findByRole('button', { name: 'Send me the link' });
    expect(called('offers.takeBack')).toHaveLength(1);
    expect(await store.readPages()).toEqual([]);
    await waitFor(async () => expect(await store.readText('offered book')).toBeNull());
    // The next one is kept as well.
    await user.type(screen.getByRole('textbox', { name: 'Title' }), 'The Boat{Enter}');
    await waitFor(async () =>
      expect(await store.readText('offered book')).toMatchObject({ value: { title: 'The Boat' } }),
    );
    expect(called('offers.handIn')).toEqual([]);
  });
});

describe('the link in the email', () => {
  const open = () =>
    renderScreen(<ConfirmOfferScreen api={api} />, { address: '/uploadbook?confirm=1#token=abc' });

  it('confirms by a button, since programs open links as well', async () => {
    const { user } = open();
    expect(asked).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Confirm this address' }));
    await screen.findByRole('heading', { name: 'Your address is confirmed' });
    expect(called('offers.confirm')[0]?.input.body).toEqual({ token: 'abc' });
  });

  it('says where it works no more', async () => {
    failures = { 'offers.confirm': problem(offerProblems.link_refused) };
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Confirm this address' }));
    expect(await screen.findByRole('heading', { name: 'This link does not work any more' })).toBeTruthy();
  });
});

describe('the books from visitors', () => {
  const lighthouse: OfferedBook = {
    id: '018f0000-0000-7000-8000-000000000001',
    title: 'The Lighthouse',
    credit: 'Ada',
    blurb: 'A light.',
    language: 'en',
    name: 'Ada Shore',
    email: 'ada@shore.test',
    handed_in_at: '2026-05-03T10:00:00.000Z',
    pages: [{ sha256: 'a'.repeat(64), alt: 'The sea', width: 30, height: 40 }],
  };
  const open = () => {
    useSessionStore.setState({ user: sampleAdmin() });
    waiting = [lighthouse];
    const pictures = { picture: () => Promise.reject(new NoNetworkError('cut', false)) };
    return renderScreen(<OfferedBooksScreen api={api} pictures={pictures} />);
  };

  it('are read with who handed them in, and put in the library', async () => {
    const { user } = open();
    const card = within(await screen.findByRole('listitem', { name: 'The Lighthouse' }));
    expect(card.getByText(/^Handed in/u).textContent).toContain('Ada Shore, ada@shore.test');
    await card.findByText(/^This page could not be fetched/u);
    await user.selectOptions(card.getByRole('combobox', { name: 'Level' }), 'early');
    for (const name of ['Animals', 'Sea', 'Weather']) await user.click(card.getByRole('checkbox', { name }));
    expect(card.getByRole('checkbox', { name: 'Space' })).toHaveProperty('disabled', true);
    await user.click(card.getByRole('checkbox', { name: 'Animals' }));
    await user.click(card.getByRole('button', { name: 'Put it in the library' }));
    await screen.findByText('No book is waiting');
    const [, sea, , weather] = shelves;
    expect(called('offers.accept')[0]?.input.body).toEqual({
      level: 'early',
      categories: [sea?.id, weather?.id],
    });
  });

  it('are searched, filtered by language and sorted by the server, and all come back in one press', async () => {
    const { user } = open();
    await screen.findByRole('listitem', { name: 'The Lighthouse' });
    const asks = () => called('offers.list').at(-1)?.input as { query?: unknown };
    expect(asks().query).toEqual({ limit: 5, offset: 0, search: '', sort: 'handed_in_at' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'title');
    await waitFor(() => expect(asks().query).toMatchObject({ sort: 'title' }));
    waiting = [];
    await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'ar');
    await user.type(screen.getByRole('searchbox', { name: 'Search by title or who made it' }), 'owl{Enter}');
    expect(await screen.findByText('No books match “owl”')).toBeTruthy();
    expect(asks().query).toMatchObject({ search: 'owl', language: 'ar', sort: 'title' });
    waiting = [lighthouse];
    await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    await screen.findByRole('listitem', { name: 'The Lighthouse' });
    expect(asks().query).toEqual({ limit: 5, offset: 0, search: '', sort: 'title' });
  });

  it('are refused with a kind word, which stays where it does not get through', async () => {
    const { user } = open();
    const card = within(await screen.findByRole('listitem', { name: 'The Lighthouse' }));
    await user.click(card.getByRole('button', { name: 'Say no' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Say no' }));
    await user.click(dialog.getByRole('button', { name: 'Say no' }));
    await dialog.findByText('Please write a kind word that says why');
    expect(called('offers.refuse')).toEqual([]);
    await user.type(dialog.getByLabelText(/^A kind word/u), 'It is too long for us.');
    failures = { 'offers.refuse': new NoNetworkError('cut', false) };
    await user.click(dialog.getByRole('button', { name: 'Say no' }));
    await screen.findByText(/^Quillshelf cannot be reached right now/u);
    failures = {};
    await user.click(dialog.getByRole('button', { name: 'Say no' }));
    await screen.findByText('No book is waiting');
    expect(called('offers.refuse').at(-1)?.input.body).toEqual({ reason: 'It is too long for us.' });
  });
});
