import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { nextPage } from '#contract/kit/page.ts';
import { Problem, type ProblemDefinition } from '#contract/kit/problem.ts';
import type { offerEndpoints } from '#contract/offers/offers.endpoints.ts';
import { catalogueProblems } from '#contract/catalogue/catalogue.problems.ts';
import { offerProblems } from '#contract/offers/offers.problems.ts';
import { offerLimits, type OfferedQuery } from '#contract/offers/offers.schema.ts';
import { audit } from '#server/platform/audit.ts';
import { inTenant, lockName, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { Guesses } from '#server/platform/guesses.ts';
import type { PictureWorkers } from '#server/platform/picture-workers.ts';
import type { Actor, Call, OpenCall } from '#server/platform/route.ts';
import { sha256 as hashOf } from '#server/platform/sha256.ts';
import { admitMedia } from '#server/platform/usage.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import { findShelves } from '../catalogue/catalogue.repository.ts';
import { findWaiting } from './offers.list.ts';
import { acceptedLetter, confirmLetter, refusedLetter } from './offers.letters.ts';
import * as repository from './offers.repository.ts';
import { readPicture } from '../media/pictures.service.ts';
import { watchWork } from '../moderation/watch.ts';
import { insertWork } from '../works/works.store.ts';

type Parsed<Name extends keyof typeof offerEndpoints> = EndpointParsed<(typeof offerEndpoints)[Name]>;
type StaffCall = Call<Actor>;
type Offer = NonNullable<Awaited<ReturnType<typeof repository.lockOffer>>>;

const hour = 60 * 60 * 1000;
const day = 24 * hour;

const secret = () => randomBytes(32).toString('base64url');
const hashOfSecret = (text: string) => hashOf(Buffer.from(text));
const after = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds);

export type OfferService = ReturnType<typeof createOfferService>;

/** Books of visitors: from the link in an e-mail to the shelf, or to nothing. */
export function createOfferService(options: {
  database: Database;
  guesses: Pick<Guesses, 'countEach' | 'attemptBeyondGuessing'>;
  outbox: MailOutbox;
  workers: PictureWorkers;
}) {
  const { database, guesses, outbox, workers } = options;

  /** What nobody guesses; of those who try, so many are heard. */
  function attempt<Result>(
    { tenant, browser, now }: OpenCall,
    wrong: ProblemDefinition,
    work: (transaction: TenantTransaction) => Promise<Result>,
  ): Promise<Result> {
    const guess = {
      tenantId: tenant.id,
      guessers: [{ kind: 'offer_link_network', subject: browser.network } as const],
      wrong: wrong.code,
      now,
    };
    return guesses.attemptBeyondGuessing(guess, () => inTenant(database, tenant.id, work));
  }

  /** For the device that began it. @throws Problem `offers.not_found` */
  function asMaker<Result>(
    { offerId, ticket }: { offerId: string; ticket: string },
    call: OpenCall,
    work: (transaction: TenantTransaction, offer: Offer) => Promise<Result>,
  ): Promise<Result> {
    const { tenant, now } = call;
    return attempt(call, offerProblems.not_found, async (transaction) => {
      const ticket_hash = hashOfSecret(ticket);
      const offer = await repository.lockOffer(transaction, tenant.id, { id: offerId, ticket_hash, now });
      if (!offer) throw new Problem(offerProblems.not_found);
      return await work(transaction, offer);
    });
  }

  return {
    /**
     * Nothing is kept yet but who asked.
     * @throws Problem `offers.asked_too_often`, `offers.full`, `mail.suppressed`, `request.too_many`
     */
    async ask({ body }: Parsed<'ask'>, { tenant, browser, now, origin }: OpenCall) {
      const { name, email } = body;
      const guessers = [{ kind: 'offer_network', subject: browser.network } as const];
      await guesses.countEach({ tenantId: tenant.id, guessers, now });
      const [id, ticket, token] = [uuidv7(), secret(), secret()];
      const ends_at = after(now, offerLimits.linkHours * hour);
      await inTenant(database, tenant.id, async (transaction) => {
        await lockName(transaction, `offers of ${tenant.id} ${email}`);
        if ((await repository.countWaiting(transaction, tenant.id)) >= offerLimits.waiting)
          throw new Problem(offerProblems.full);
        await outbox.refuse(transaction, email, { field: 'email', now });
        const open = await repository.countOpen(transaction, tenant.id, { email, now });
        if (open >= offerLimits.openPerAddress) throw new Problem(offerProblems.asked_too_often);
        await repository.insertOffer(transaction, {
          tenant_id: tenant.id,
          id,
          name,
          email,
          ticket_hash: hashOfSecret(ticket),
          token_hash: hashOfSecret(token),
          asked_at: now,
          ends_at,
        });
        const letter = confirmLetter({ name, email }, { origin, token, ends_at });
        await outbox.add(transaction, tenant.id, letter, { now });
      });
      return { id, ticket };
    },

    /** @throws Problem `offers.link_refused` */
    async confirm({ body }: Parsed<'confirm'>, call: OpenCall) {
      const { tenant, now } = call;
      return await attempt(call, offerProblems.link_refused, async (transaction) => {
        const confirmed = await repository.confirmOffer(transaction, tenant.id, {
          token_hash: hashOfSecret(body.token),
          now,
          ends_at: after(now, offerLimits.confirmedDays * day),
        });
        if (!confirmed) throw new Problem(offerProblems.link_refused);
        return confirmed;
      });
    },

    /** @throws Problem `offers.not_found` */
    async readState({ params, body }: Parsed<'readState'>, call: OpenCall) {
      return await asMaker({ ...params, ...body }, call, async (transaction, offer) => ({
        state: stateOf(offer),
        pages: await repository.listPageHashes(transaction, call.tenant.id, offer.id),
      }));
    },

    /**
     * Keeps a page, once however often it is sent. Whether the caller may is asked first, and the page looked at then, outside of
     * any transaction, since that takes a while.
     * @throws Problem `offers.not_found`, `offers.not_confirmed`, `offers.handed_in`, `offers.unreadable`,
     *   `offers.too_many_pages`
     */
    async sendPage({ params, body }: Parsed<'sendPage'>, call: OpenCall) {
      const maker = { ...params, ...body };
      await asMaker(maker, call, async (_transaction, offer) => refuseUnlessOpen(offer));
      const content = Buffer.from(await body.picture.arrayBuffer());
      const sha256 = hashOf(content);
      // A name that is another's would be taken for theirs.
      if (sha256.toString('hex') !== params.sha256) throw new Problem(offerProblems.unreadable);
      const { tenant, signal } = call;
      const drawing = { workers, sender: { tenantId: tenant.id, signal } };
      const facts = await readPicture(content, offerProblems.unreadable, drawing);
      await asMaker(maker, call, async (transaction, offer) => {
        refuseUnlessOpen(offer);
        const { id } = call.tenant;
        await admitMedia(transaction, id, { bytes: content.length, now: call.now });
        await repository.storePage(transaction, id, offer.id, { ...facts, sha256, content });
        // Somebody who took pages out may have sent more than are in the book now.
        const sent = await repository.listPageHashes(transaction, id, offer.id);
        if (sent.length > 2 * offerLimits.pages) throw new Problem(offerProblems.too_many_pages);
      });
      return { sha256: params.sha256 };
    },

    /**
     * The same again is answered as it was: the first answer was lost.
     * @throws Problem `offers.not_found`, `offers.not_confirmed`, `offers.pages_missing`, `offers.full`
     */
    async handIn({ params, body }: Parsed<'handIn'>, call: OpenCall) {
      const { tenant, now } = call;
      const { ticket, ...book } = body;
      return await asMaker({ ...params, ticket }, call, async (transaction, offer) => {
        if (offer.handed_in_at !== null) return { id: offer.id };
        if (offer.confirmed_at === null) throw new Problem(offerProblems.not_confirmed);
        const sent = new Set(await repository.listPageHashes(transaction, tenant.id, offer.id));
        if (!book.pages.every(({ sha256 }) => sent.has(sha256)))
          throw new Problem(offerProblems.pages_missing);
        await lockName(transaction, `offers of ${tenant.id}`);
        if ((await repository.countWaiting(transaction, tenant.id)) >= offerLimits.waiting)
          throw new Problem(offerProblems.full);
        const ends_at = after(now, offerLimits.waitingDays * day);
        await repository.handIn(transaction, tenant.id, offer.id, { ...book, now, ends_at });
        return { id: offer.id };
      });
    },

    /** @throws Problem `offers.not_found` */
    async takeBack({ params, body }: Parsed<'takeBack'>, call: OpenCall) {
      return await asMaker({ ...params, ...body }, call, async (transaction, offer) => {
        await repository.deleteOffer(transaction, call.tenant.id, offer.id);
        return { id: offer.id };
      });
    },

    async list(query: OfferedQuery, { transaction, actor }: StaffCall) {
      const { limit, offset, search, language, sort } = query;
      const found = findWaiting(await repository.listWaiting(transaction, actor.tenant_id), query);
      const ids = found.slice(offset, offset + limit).map(({ id }) => id);
      const results = await repository.listHandedIn(transaction, actor.tenant_id, ids);
      const next = nextPage({ limit, offset, search }, found.length, { language, sort });
      return { count: found.length, next, results };
    },

    /**
     * A work of nobody here, as a tale from a printed book is, with its maker's words for whose it is. What was handed in goes.
     * @throws Problem `offers.not_found`
     */
    async accept({ params, body }: Parsed<'accept'>, call: StaffCall) {
      const { transaction, actor, now, origin } = call;
      const { tenant_id } = actor;
      const { name, email, ...book } = await lockHandedIn(params.offerId, call);
      const shelves = await findShelves(transaction, tenant_id, body.categories);
      if (body.categories.some((category) => !shelves.has(category)))
        throw new Problem(catalogueProblems.no_shelf);
      const pages = await repository.listPages(transaction, tenant_id, params.offerId);
      await repository.keepPages(transaction, tenant_id, { offerId: params.offerId, now });
      const [cover] = pages;
      const id = uuidv7();
      const { slug } = await insertWork(transaction, tenant_id, {
        id,
        kind: 'book',
        title: book.title,
        author_id: null,
        pen_name: book.credit,
        blurb: book.blurb,
        language: book.language,
        level: body.level,
        categories: [...shelves],
        credit: `${book.credit}, who sent it in`,
        editor: 'pages',
        state: 'published',
        visibility: 'public',
        orientation: cover ? orientationOf(cover) : 'portrait',
        cover: cover ? { sha256: cover.sha256.toString('hex'), alt: cover.alt } : null,
        pages: pages.map(({ sha256, alt }) => ({
          id: uuidv7(),
          layout: 'picture',
          document: {
            type: 'doc',
            content: [{ type: 'picture', attrs: { sha256: sha256.toString('hex'), alt, width: 'full' } }],
          },
        })),
        published_at: now,
        created_at: now,
      });
      await repository.deleteOffer(transaction, tenant_id, params.offerId);
      await watchWork(transaction, { tenantId: tenant_id, workId: id, now }, { from_visitor: true });
      const href = `${origin}/library/${encodeURIComponent(slug)}`;
      const letter = acceptedLetter({ name, email }, { title: book.title, href, now });
      await outbox.add(transaction, tenant_id, letter, { now });
      await note('offers.accepted', { id, title: book.title }, call);
      return { id, slug };
    },

    /** @throws Problem `offers.not_found` */
    async refuse({ params, body }: Parsed<'refuse'>, call: StaffCall) {
      const { transaction, actor, now } = call;
      const { id, name, email, title } = await lockHandedIn(params.offerId, call);
      await repository.deleteOffer(transaction, actor.tenant_id, id);
      const letter = refusedLetter({ name, email }, { title, reason: body.reason, now });
      await outbox.add(transaction, actor.tenant_id, letter, { now });
      await note('offers.refused', { id, title }, call);
      return { id };
    },
  };
}

function stateOf({ confirmed_at, handed_in_at }: Offer): 'asked' | 'confirmed' | 'handed_in' {
  if (handed_in_at !== null) return 'handed_in';
  return confirmed_at === null ? 'asked' : 'confirmed';
}

/** @throws Problem `offers.not_confirmed`, `offers.handed_in` */
function refuseUnlessOpen(offer: Offer): void {
  if (offer.handed_in_at !== null) throw new Problem(offerProblems.handed_in);
  if (offer.confirmed_at === null) throw new Problem(offerProblems.not_confirmed);
}

function orientationOf({ width, height }: { width: number; height: number }) {
  if (width === height) return 'square';
  return width > height ? 'landscape' : 'portrait';
}

/** @throws Problem `offers.not_found` */
async function lockHandedIn(id: string, { transaction, actor }: StaffCall) {
  const offer = await repository.lockHandedIn(transaction, actor.tenant_id, id);
  if (!offer) throw new Problem(offerProblems.not_found);
  return offer;
}

async function note(
  action: 'offers.accepted' | 'offers.refused',
  { id, title }: { id: string; title: string },
  { transaction, actor }: StaffCall,
): Promise<void> {
  await audit(transaction, {
    tenant_id: actor.tenant_id,
    actor_id: actor.id,
    action,
    subject_id: id,
    details: { name: title },
  });
}
