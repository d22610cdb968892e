import * as v from 'valibot';
import { catalogueProblems } from '../catalogue/catalogue.problems.ts';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { pageOf } from '../kit/page.ts';
import { product } from '../kit/product.ts';
import { quotaProblems } from '../kit/quota.problems.ts';
import { wholeSchoolStaff } from '../kit/roles.ts';
import { mailProblems } from '../mail/mail.problems.ts';
import { Sha256 } from '../works/sha256.schema.ts';
import { offerProblems } from './offers.problems.ts';
import {
  AcceptForm,
  HandedInBook,
  Offered,
  OfferedBook,
  OfferedQuery,
  OfferLink,
  OfferMaker,
  OfferPage,
  OfferState,
  OfferTicket,
  RefuseForm,
} from './offers.schema.ts';

/** Who reads what visitors hand in, and decides about it. */
const deciding = [...wholeSchoolStaff, product.platformRole] as const;
const params = v.object({ offerId: Id });
const Done = v.object({ id: Id });
const byVisitors = { roles: 'anyone', hosts: 'all', offline: 'online-only' } as const;
const byStaff = { roles: deciding, hosts: 'all', offline: 'online-only', guests: 'never' } as const;

/**
 * Books of visitors (specification, section 1). Nothing of one is kept before its maker has opened a link in an e-mail, and nobody
 * sees it before somebody of the place said yes.
 */
export const offerEndpoints = {
  ask: endpoint({
    ...byVisitors,
    name: 'offers.ask',
    summary: 'Ask to hand in a book as a visitor; a link to confirm it comes by email',
    method: 'POST',
    path: '/book-offers/',
    answers: 'once',
    body: OfferMaker,
    response: Offered,
    problems: [offerProblems.asked_too_often, offerProblems.full, mailProblems.suppressed],
  }),
  confirm: endpoint({
    ...byVisitors,
    name: 'offers.confirm',
    summary: 'Confirm by the link in the email that a visitor offers a book',
    method: 'POST',
    path: '/book-offers/confirm/',
    body: OfferLink,
    response: v.object({ name: v.string() }),
    problems: [offerProblems.link_refused],
  }),
  readState: endpoint({
    ...byVisitors,
    name: 'offers.readState',
    summary: 'How far the offer of a visitor is, for the device that began it',
    method: 'POST',
    path: '/book-offers/:offerId/state/',
    params,
    body: OfferTicket,
    response: OfferState,
    problems: [offerProblems.not_found],
  }),
  sendPage: endpoint({
    ...byVisitors,
    name: 'offers.sendPage',
    summary: 'Send a page of a book that a visitor offers, under the hash of its bytes',
    method: 'PUT',
    path: '/book-offers/:offerId/pages/:sha256/',
    sends: 'multipart',
    params: v.object({ offerId: Id, sha256: Sha256 }),
    body: OfferPage,
    response: v.object({ sha256: Sha256 }),
    problems: [
      offerProblems.not_found,
      offerProblems.not_confirmed,
      offerProblems.handed_in,
      offerProblems.unreadable,
      offerProblems.too_many_pages,
      quotaProblems.full,
    ],
  }),
  handIn: endpoint({
    ...byVisitors,
    name: 'offers.handIn',
    summary: 'Hand in a book as a visitor; somebody of the place reads it',
    method: 'POST',
    path: '/book-offers/:offerId/hand-in/',
    params,
    body: HandedInBook,
    response: Done,
    problems: [
      offerProblems.not_found,
      offerProblems.not_confirmed,
      offerProblems.pages_missing,
      offerProblems.full,
    ],
  }),
  takeBack: endpoint({
    ...byVisitors,
    name: 'offers.takeBack',
    summary: 'Take back what a visitor offers; nothing of it is kept',
    method: 'POST',
    path: '/book-offers/:offerId/take-back/',
    params,
    body: OfferTicket,
    response: Done,
    problems: [offerProblems.not_found],
  }),
  list: endpoint({
    ...byStaff,
    name: 'offers.list',
    summary: 'Books that visitors handed in, the longest waiting first unless sorted otherwise',
    method: 'GET',
    path: '/book-offers/',
    query: OfferedQuery,
    response: pageOf(v.array(OfferedBook)),
  }),
  accept: endpoint({
    ...byStaff,
    name: 'offers.accept',
    summary: 'Put the book of a visitor on the shelf for everybody; its maker gets an email',
    method: 'POST',
    path: '/book-offers/:offerId/accept/',
    params,
    body: AcceptForm,
    response: v.object({ id: Id, slug: v.string() }),
    problems: [offerProblems.not_found, catalogueProblems.no_shelf],
  }),
  refuse: endpoint({
    ...byStaff,
    name: 'offers.refuse',
    summary: 'Say no to the book of a visitor, with words that go to its maker by email',
    method: 'POST',
    path: '/book-offers/:offerId/refuse/',
    params,
    body: RefuseForm,
    response: Done,
    problems: [offerProblems.not_found],
  }),
} as const;
