import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { offerEndpoints } from '#contract/offers/offers.endpoints.ts';
import { sha256 } from '#server/platform/sha256.ts';
import type { ApiWorld, Caller, TestSchool } from './api-world.ts';
import { tokenIn, type TestMailbox } from './mailbox.ts';
import { photograph, type TestPicture } from './pictures.ts';

export interface TestOffer {
  id: string;
  ticket: string;
  token: string;
}

const hour = 60 * 60 * 1000;

/** Offers as they lie in the database, so far along; each page of one is a byte that is no picture. */
export async function makeOffers(
  { testDatabase, clock }: ApiWorld,
  { tenant }: TestSchool,
  { count, state }: { count: number; state: 'asked' | 'confirmed' | 'handed_in' },
): Promise<TestOffer[]> {
  const now = clock.now();
  const offers = Array.from({ length: count }, () => ({
    id: uuidv7(),
    ticket: randomBytes(32).toString('base64url'),
    token: randomBytes(32).toString('base64url'),
  }));
  for (const { id, ticket, token } of offers)
    await testDatabase.administrator.query(
      `insert into book_offers (tenant_id, id, name, email, ticket_hash, token_hash, asked_at, confirmed_at, title, credit,
         blurb, language, handed_in_at, ends_at)
       select $1, $2, 'Ada', $3, $4, $5, $6::timestamptz, case when $7 then $6::timestamptz end, book.title, book.title, book.title,
         book.title, case when $8 then $6::timestamptz end, $9
       from (select case when $8 then 'en' end as title) as book`,
      [
        tenant.id,
        id,
        `${id}@example.org`,
        sha256(Buffer.from(ticket)),
        sha256(Buffer.from(token)),
        now,
        state !== 'asked',
        state === 'handed_in',
        new Date(now.getTime() + 24 * hour),
      ],
    );
  return offers;
}

export const handedInBook = (ticket: string, pages: readonly { sha256: string; alt: string }[]) => ({
  ticket,
  title: 'The Lighthouse',
  credit: 'Ada of the Coast',
  blurb: 'A light in the night.',
  language: 'en',
  pages: [...pages],
});

export interface VisitorBook extends TestOffer {
  email: string;
  visitor: Caller;
  pages: readonly TestPicture[];
}

/** A visitor who asked, opened the link and sent two pages. */
export async function offerBook(
  world: ApiWorld,
  { host }: Pick<TestSchool, 'host'>,
  mail: { mailbox: TestMailbox; sender: { sendDue(): Promise<unknown> }; newEmail(): string },
): Promise<VisitorBook> {
  const visitor = await world.as('visitor', host);
  const email = mail.newEmail();
  const { id, ticket } = await world.call(visitor, offerEndpoints.ask, {
    body: { name: 'Ada Shore', email, is_adult: true },
  });
  await mail.sender.sendDue();
  const token = tokenIn(mail.mailbox.lastTo(email));
  await world.call(visitor, offerEndpoints.confirm, { body: { token } });
  const pages = [
    await photograph('teal', { width: 30, height: 40 }),
    await photograph('gold', { width: 30, height: 41 }),
  ];
  for (const { sha256: hash, file } of pages)
    await world.call(visitor, offerEndpoints.sendPage, {
      params: { offerId: id, sha256: hash },
      body: { ticket, picture: file },
    });
  return { id, ticket, token, email, visitor, pages };
}

export const orderedPages = ({ pages }: Pick<VisitorBook, 'pages'>) =>
  pages.map(({ sha256: hash }, place) => ({ sha256: hash, alt: `Page ${place + 1}` }));
