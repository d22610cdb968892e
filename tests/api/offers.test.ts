import { uuidv7 } from 'uuidv7';
import { afterEach, describe, expect, it } from 'vitest';
import { offerEndpoints } from '#contract/offers/offers.endpoints.ts';
import { offeredPagePath } from '#contract/offers/offers.rules.ts';
import { offerLimits, type OfferedQuery } from '#contract/offers/offers.schema.ts';
import { assetPath } from '#contract/works/works.rules.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { makeCategory } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { mailboxOfFile, tokenIn } from '../support/mailbox.ts';
import { handedInBook, makeOffers, offerBook, orderedPages, type VisitorBook } from '../support/offers.ts';
import { photograph, pictureOf } from '../support/pictures.ts';
import { sweeperOf } from '../support/sweeper.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
const mail = mailboxOfFile(world);

const minute = 60_000;
const day = 24 * 60 * minute;

// Limits of other tests are nobody's here.
afterEach(() => world.clock.advance(11 * minute));

const visitor = () => world.as('visitor', greenfield.host);
const office = () => world.as(greenfield.schoolAdmin);
const of = ({ id }: { id: string }) => ({ params: { offerId: id } });
const offered = () => offerBook(world, greenfield, mail);

const ask = async (by: Caller, email = mail.newEmail()) =>
  await world.call(by, offerEndpoints.ask, { body: { name: 'Ada Shore', email, is_adult: true } });

const handIn = async (book: VisitorBook) =>
  await world.call(book.visitor, offerEndpoints.handIn, {
    ...of(book),
    body: handedInBook(book.ticket, orderedPages(book)),
  });

const stateOf = async (book: Pick<VisitorBook, 'id' | 'ticket'>) =>
  await world.call(await visitor(), offerEndpoints.readState, { ...of(book), body: { ticket: book.ticket } });

const waiting = async (staff: Caller) => {
  const { results } = await world.call(staff, offerEndpoints.list, { query: { limit: 100 } });
  return results;
};

const rowsOf = async (offerId: string) => {
  const { rows } = await world.testDatabase.administrator.query<{ offers: string; pages: string }>(
    `select (select count(*) from book_offers where id = $1) as offers,
       (select count(*) from book_offer_pages where offer_id = $1) as pages`,
    [offerId],
  );
  return { offers: Number(rows[0]?.offers), pages: Number(rows[0]?.pages) };
};

describe('a visitor who wants to hand in a book', () => {
  it('is sent a link, and nothing of the book is taken before it is opened', async () => {
    const by = await visitor();
    const email = mail.newEmail();
    const { id, ticket } = await ask(by, email);
    expect(await stateOf({ id, ticket })).toEqual({ state: 'asked', pages: [] });
    const picture = await photograph('plum');
    const send = { params: { offerId: id, sha256: picture.sha256 }, body: { ticket, picture: picture.file } };
    expect(await world.refusal(by, offerEndpoints.sendPage, send)).toMatchObject({
      status: 409,
      code: 'offers.not_confirmed',
    });
    expect(
      await world.refusal(by, offerEndpoints.handIn, {
        ...of({ id }),
        body: handedInBook(ticket, [{ sha256: picture.sha256, alt: '' }]),
      }),
    ).toMatchObject({ code: 'offers.not_confirmed' });
    await mail.sender.sendDue();
    const letter = mail.mailbox.lastTo(email);
    expect(letter.text).toContain('http://greenfield.localhost/uploadbook?confirm=1#token=');
    const body = { token: tokenIn(letter) };
    for (const _time of ['opened', 'opened again'])
      expect(await world.call(by, offerEndpoints.confirm, { body })).toEqual({ name: 'Ada Shore' });
    await world.call(by, offerEndpoints.sendPage, send);
    await world.call(by, offerEndpoints.sendPage, send);
    expect(await stateOf({ id, ticket })).toEqual({ state: 'confirmed', pages: [picture.sha256] });
  });

  it('is an adult with a name and an address', async () => {
    const by = await visitor();
    const refusal = (body: object) => world.refusal(by, offerEndpoints.ask, { body } as never);
    const whole = { name: 'Ada', email: 'ada@example.org', is_adult: true };
    expect(await refusal({ ...whole, is_adult: false })).toMatchObject({ status: 400 });
    expect(await refusal({ ...whole, name: ' ' })).toMatchObject({
      errors: { name: ['Please enter your name'] },
    });
    expect(await refusal({ ...whole, email: 'ada' })).toMatchObject({ errors: { email: ['Invalid email'] } });
  });

  it('is sent no more than a few links, whoever asks for them', async () => {
    const by = await visitor();
    const email = mail.newEmail();
    for (let asked = 0; asked < offerLimits.openPerAddress; asked += 1) await ask(by, email);
    const body = { name: 'Ada', email, is_adult: true as const };
    expect(await world.refusal(by, offerEndpoints.ask, { body })).toMatchObject({
      status: 429,
      code: 'offers.asked_too_often',
    });
    // The other school knows nothing of it.
    await ask(await world.as('visitor', riverside.host), email);
    world.clock.advance(offerLimits.linkHours * 60 * minute);
    await ask(by, email);
  });

  it('is one of so many from a network in a while', async () => {
    const by = await visitor();
    const codes: string[] = [];
    for (let asked = 0; asked < 22; asked += 1)
      await ask(by).then(
        () => codes.push('ok'),
        (error: unknown) => codes.push(String(error)),
      );
    expect(codes.filter((code) => code === 'ok')).toHaveLength(20);
  });

  it('has a link for two days, and then a week for the book', async () => {
    const [asked] = await makeOffers(world, greenfield, { count: 1, state: 'asked' });
    if (!asked) throw new Error('No offer was made');
    world.clock.advance(day);
    expect(await world.refusal(await visitor(), offerEndpoints.confirm, { body: asked })).toMatchObject({
      status: 404,
      code: 'offers.link_refused',
    });
    const book = await offered();
    world.clock.advance(offerLimits.confirmedDays * day - minute);
    expect((await stateOf(book)).state).toBe('confirmed');
    world.clock.advance(minute);
    await sweeperOf(world).sweep();
    expect(await rowsOf(book.id)).toEqual({ offers: 0, pages: 0 });
  });

  it('is nobody without the ticket, with another’s, or at another school', async () => {
    const book = await offered();
    const other = await offered();
    const elsewhere = await world.as('visitor', riverside.host);
    const picture = await photograph('plum');
    for (const [by, ticket] of [
      [book.visitor, other.ticket],
      [book.visitor, 'guessed'],
      [elsewhere, book.ticket],
    ] as const) {
      const noOffer = { status: 404, code: 'offers.not_found' };
      const body = { ticket };
      expect(await world.refusal(by, offerEndpoints.readState, { ...of(book), body })).toMatchObject(noOffer);
      expect(await world.refusal(by, offerEndpoints.takeBack, { ...of(book), body })).toMatchObject(noOffer);
      expect(
        await world.refusal(by, offerEndpoints.handIn, {
          ...of(book),
          body: handedInBook(ticket, orderedPages(book)),
        }),
      ).toMatchObject(noOffer);
      expect(
        await world.refusal(by, offerEndpoints.sendPage, {
          params: { offerId: book.id, sha256: picture.sha256 },
          body: { ticket, picture: picture.file },
        }),
      ).toMatchObject(noOffer);
    }
    expect(
      await world.refusal(elsewhere, offerEndpoints.confirm, { body: { token: book.token } }),
    ).toMatchObject({ code: 'offers.link_refused' });
    expect(await rowsOf(book.id)).toEqual({ offers: 1, pages: 2 });
  });

  it('sends pictures that are what they say, under their own hash', async () => {
    const book = await offered();
    const picture = await photograph('olive');
    const send = (sha256: string, file: File) =>
      world.refusal(book.visitor, offerEndpoints.sendPage, {
        params: { offerId: book.id, sha256 },
        body: { ticket: book.ticket, picture: file },
      });
    const page = pictureOf(new TextEncoder().encode('<script>alert(1)</script>'));
    expect(await send(page.sha256, page.file)).toMatchObject({ code: 'offers.unreadable' });
    expect(await send('0'.repeat(64), picture.file)).toMatchObject({ code: 'offers.unreadable' });
    const more = pictureOf(new Uint8Array([...picture.bytes, 1]));
    expect(await send(more.sha256, more.file)).toMatchObject({ code: 'offers.unreadable' });
    const large = pictureOf(new Uint8Array(offerLimits.pageBytes + 1));
    expect(await send(large.sha256, large.file)).toMatchObject({ status: 413 });
  });

  it('hands in what has arrived, once, and takes it back until somebody decides', async () => {
    const book = await offered();
    const missing = (await photograph('navy')).sha256;
    expect(
      await world.refusal(book.visitor, offerEndpoints.handIn, {
        ...of(book),
        body: handedInBook(book.ticket, [{ sha256: missing, alt: '' }]),
      }),
    ).toMatchObject({ code: 'offers.pages_missing' });
    expect(
      await world.refusal(book.visitor, offerEndpoints.handIn, {
        ...of(book),
        body: { ...handedInBook(book.ticket, orderedPages(book)), title: ' ' },
      }),
    ).toMatchObject({ errors: { title: ['Please enter a title'] } });
    await handIn(book);
    await handIn(book);
    expect((await stateOf(book)).state).toBe('handed_in');
    expect((await waiting(await office())).filter(({ id }) => id === book.id)).toHaveLength(1);
    const late = await photograph('navy');
    expect(
      await world.refusal(book.visitor, offerEndpoints.sendPage, {
        params: { offerId: book.id, sha256: late.sha256 },
        body: { ticket: book.ticket, picture: late.file },
      }),
    ).toMatchObject({ code: 'offers.handed_in' });
    await world.call(book.visitor, offerEndpoints.takeBack, { ...of(book), body: { ticket: book.ticket } });
    expect(await rowsOf(book.id)).toEqual({ offers: 0, pages: 0 });
  });
});

describe('a book that a visitor handed in', () => {
  it('is read by those who decide and by nobody else', async () => {
    const book = await offered();
    await handIn(book);
    const page = offeredPagePath(book, book.pages[0]?.sha256 ?? '');
    for (const staff of [await office(), await world.as(greenfield.teacherAdmin)]) {
      const shown = (await waiting(staff)).find(({ id }) => id === book.id);
      expect(shown).toMatchObject({
        title: 'The Lighthouse',
        credit: 'Ada of the Coast',
        name: 'Ada Shore',
        email: book.email,
        pages: [
          { sha256: book.pages[0]?.sha256, alt: 'Page 1', width: 30, height: 40 },
          { sha256: book.pages[1]?.sha256, alt: 'Page 2' },
        ],
      });
      const { status, headers } = await world.request(staff, 'GET', page);
      expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    }
    for (const person of [greenfield.teacher, greenfield.student, greenfield.parent, riverside.schoolAdmin])
      expect((await world.request(await world.as(person), 'GET', page)).status).toBe(404);
    for (const path of [page, assetPath(book.pages[0]?.sha256 ?? '')])
      expect((await world.request(await visitor(), 'GET', path)).status).toBe(404);
    expect(await waiting(await world.as(riverside.schoolAdmin))).toEqual([]);
    expect(
      await world.refusal(await world.as(greenfield.teacher), offerEndpoints.list, { query: {} }),
    ).toMatchObject({
      status: 403,
    });
  });

  it('is found by its words, by its language and by who handed it in, in the order that is asked for', async () => {
    const staff = await office();
    const list = async (query: Partial<OfferedQuery>) => {
      const { count, results } = await world.call(staff, offerEndpoints.list, {
        query: { limit: 100, ...query },
      });
      expect(count).toBe(results.length);
      return results.map(({ title }) => title);
    };
    const handInAs = async (by: VisitorBook, words: { title: string; credit: string; language: string }) => {
      const body = { ...handedInBook(by.ticket, orderedPages(by)), ...words };
      await world.call(by.visitor, offerEndpoints.handIn, { ...of(by), body });
      world.clock.advance(minute);
      return by;
    };
    const whale = await handInAs(await offered(), { title: 'Whale 10', credit: 'Zoë', language: 'en' });
    await handInAs(await offered(), { title: 'Whale 9', credit: 'مريم', language: 'ar' });
    const foreign = await handInAs(await offerBook(world, riverside, mail), {
      title: 'Whale 1',
      credit: 'Zoë',
      language: 'en',
    });
    expect(await list({ search: 'whale' })).toEqual(['Whale 10', 'Whale 9']);
    expect(await list({ search: 'whale', sort: '-handed_in_at' })).toEqual(['Whale 9', 'Whale 10']);
    expect(await list({ search: 'WHALE', sort: 'title' })).toEqual(['Whale 9', 'Whale 10']);
    expect(await list({ search: 'zoe whale' })).toEqual(['Whale 10']);
    expect(await list({ search: whale.email })).toEqual(['Whale 10']);
    expect(await list({ search: 'whale', language: 'ar' })).toEqual(['Whale 9']);
    expect(await list({ search: foreign.email })).toEqual([]);
    expect(await list({ search: '…' })).toEqual([]);
    const page = await world.call(staff, offerEndpoints.list, {
      query: { limit: 1, search: 'whale', language: 'en', sort: 'title' },
    });
    expect([page.count, page.next]).toEqual([1, null]);
    const first = await world.call(staff, offerEndpoints.list, {
      query: { limit: 1, search: 'whale', sort: 'title' },
    });
    expect(first.next).toBe('?limit=1&offset=1&search=whale&sort=title');
    expect(
      await world.refusal(staff, offerEndpoints.list, { query: { sort: 'email' as 'name' } }),
    ).toMatchObject({ status: 400 });
  });

  it('stands on the shelf for everybody once somebody said yes, and its maker hears where', async () => {
    const book = await offered();
    await handIn(book);
    const stranger = await world.as(riverside.schoolAdmin);
    expect(await world.refusal(stranger, offerEndpoints.accept, { ...of(book), body: {} })).toMatchObject({
      status: 404,
    });
    const shelf = await makeCategory(world.context, greenfield.tenant, 'Coasts');
    const theirs = await makeCategory(world.context, riverside.tenant, 'Harbours');
    for (const categories of [[theirs.id], [shelf.id, uuidv7()]])
      expect(
        await world.refusal(await office(), offerEndpoints.accept, { ...of(book), body: { categories } }),
      ).toMatchObject({ status: 404, code: 'catalogue.no_shelf' });
    const { id, slug } = await world.call(await office(), offerEndpoints.accept, {
      ...of(book),
      body: { level: 'early', categories: [shelf.id] },
    });
    const read = await world.call(await visitor(), workEndpoints.read, { params: { workId: slug } });
    expect(read).toMatchObject({
      id,
      kind: 'book',
      title: 'The Lighthouse',
      byline: 'Ada of the Coast',
      author: null,
      audience: 'public',
      level: 'early',
      categories: [shelf.id],
      parts: 2,
      orientation: 'portrait',
      cover: { sha256: book.pages[0]?.sha256, alt: 'Page 1' },
      credit: 'Ada of the Coast, who sent it in',
    });
    for (const { sha256 } of book.pages)
      expect((await world.request(await visitor(), 'GET', assetPath(sha256))).status).toBe(200);
    const pages = await world.call(await visitor(), workEndpoints.listPages, {
      params: { workId: id },
      query: {},
    });
    expect(JSON.stringify(pages.results.map(({ document }) => document))).toContain('Page 2');
    await mail.sender.sendDue();
    const letter = mail.mailbox.lastTo(book.email);
    expect(letter.subject).toBe('“The Lighthouse” is in the library');
    expect(letter.text).toContain(`http://greenfield.localhost/library/${slug}`);
    // Nothing is left of who it was.
    expect(await rowsOf(book.id)).toEqual({ offers: 0, pages: 0 });
    expect(
      await world.refusal(await office(), offerEndpoints.accept, { ...of(book), body: {} }),
    ).toMatchObject({
      code: 'offers.not_found',
    });
  });

  it('is gone for good once somebody said no, and its maker reads why', async () => {
    const book = await offered();
    await handIn(book);
    const refuse = (reason: string) => ({ ...of(book), body: { reason } });
    expect(await world.refusal(await office(), offerEndpoints.refuse, refuse(' '))).toMatchObject({
      errors: { reason: ['Please write a kind word that says why'] },
    });
    await world.call(await office(), offerEndpoints.refuse, refuse('It is lovely.\nIt is not for children.'));
    expect(await rowsOf(book.id)).toEqual({ offers: 0, pages: 0 });
    await mail.sender.sendDue();
    const { text } = mail.mailbox.lastTo(book.email);
    expect(text).toContain('It is lovely.\n\nIt is not for children.');
    expect(await world.refusal(await office(), offerEndpoints.refuse, refuse('Once more'))).toMatchObject({
      code: 'offers.not_found',
    });
    const { rows } = await world.testDatabase.administrator.query<{ action: string }>(
      `select action from audit_entries where action like 'offers.%' and tenant_id = $1 order by id`,
      [greenfield.tenant.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['offers.accepted', 'offers.refused']);
  });

  it('comes to the platform on its own site', async () => {
    const book = await offerBook(world, { host: 'localhost' }, mail);
    await handIn(book);
    const platform = await world.as(world.platformAdmin);
    expect((await waiting(platform)).map(({ id }) => id)).toEqual([book.id]);
    await world.call(platform, offerEndpoints.accept, { ...of(book), body: {} });
  });

  it('is one of so many that wait', async () => {
    const { administrator } = world.testDatabase;
    await makeOffers(world, riverside, { count: offerLimits.waiting, state: 'handed_in' });
    const body = { name: 'Ada', email: mail.newEmail(), is_adult: true as const };
    expect(
      await world.refusal(await world.as('visitor', riverside.host), offerEndpoints.ask, { body }),
    ).toMatchObject({ status: 409, code: 'offers.full' });
    expect(
      await world.refusal(await office(), offerEndpoints.accept, { ...of({ id: uuidv7() }), body: {} }),
    ).toMatchObject({ status: 404 });
    world.clock.advance(offerLimits.waitingDays * day);
    await sweeperOf(world).sweep();
    const { rows } = await administrator.query('select 1 from book_offers where tenant_id = $1', [
      riverside.tenant.id,
    ]);
    expect(rows).toEqual([]);
  });
});
