import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { pageOf } from '../kit/page.ts';
import { product } from '../kit/product.ts';
import { officeStaff } from '../kit/roles.ts';
import { tenantProblems } from '../tenants/tenants.problems.ts';
import { causeProblems } from './causes.problems.ts';
import {
  PartQuery,
  Payable,
  PayableQuery,
  Payout,
  PayoutForm,
  PayoutPart,
  PayoutQuery,
  ProofForm,
  SentPayout,
} from './payouts.schema.ts';

/** The platform sells, so it alone pays out. */
const common = { roles: [product.platformRole], hosts: 'all', offline: 'online-only' } as const;

const params = v.object({ id: Id });

export const payoutEndpoints = {
  list: endpoint({
    ...common,
    name: 'payouts.list',
    summary: 'Payouts to causes and schools: the latest first',
    method: 'GET',
    path: '/payouts/',
    query: PayoutQuery,
    response: pageOf(v.array(Payout)),
  }),
  listPayable: endpoint({
    ...common,
    name: 'payouts.listPayable',
    summary: 'What could be paid out now, by cause or school and currency',
    method: 'GET',
    path: '/payouts/payable/',
    query: PayableQuery,
    response: v.array(Payable),
  }),
  listOwn: endpoint({
    name: 'payouts.listOwn',
    summary: 'What of payouts is of the shares of the caller’s school: the latest first',
    method: 'GET',
    path: '/payouts/own/',
    roles: officeStaff,
    offline: 'online-only',
    guests: 'never',
    query: PartQuery,
    response: pageOf(v.array(PayoutPart)),
  }),
  read: endpoint({
    ...common,
    name: 'payouts.read',
    summary: 'One payout',
    method: 'GET',
    path: '/payouts/:id/',
    params,
    response: Payout,
    problems: [causeProblems.payout_not_found],
  }),
  prepare: endpoint({
    ...common,
    name: 'payouts.prepare',
    summary: 'Collect all shares that may be paid out to a cause or a school, in one currency',
    method: 'POST',
    path: '/payouts/',
    body: PayoutForm,
    response: Payout,
    problems: [
      causeProblems.not_found,
      tenantProblems.not_found,
      causeProblems.nothing_to_pay,
      causeProblems.payout_waits,
      causeProblems.id_taken,
    ],
  }),
  markSent: endpoint({
    ...common,
    name: 'payouts.markSent',
    summary: 'Record that a prepared payout was transferred',
    method: 'PUT',
    path: '/payouts/:id/sent/',
    params,
    body: SentPayout,
    response: Payout,
    problems: [causeProblems.payout_not_found, causeProblems.payout_not_next, causeProblems.not_yet],
  }),
  prove: endpoint({
    ...common,
    name: 'payouts.prove',
    summary: 'Show that a payout arrived, by a PDF or a picture; a later proof replaces the one before',
    method: 'PUT',
    path: '/payouts/:id/proof/',
    sends: 'multipart',
    params,
    body: ProofForm,
    response: Payout,
    problems: [causeProblems.payout_not_found, causeProblems.payout_not_next, causeProblems.proof_unreadable],
  }),
  cancel: endpoint({
    ...common,
    name: 'payouts.cancel',
    summary: 'Give up a prepared payout; its shares are free for the next one',
    method: 'DELETE',
    path: '/payouts/:id/',
    params,
    response: Payout,
    problems: [causeProblems.payout_not_found, causeProblems.payout_not_next],
  }),
} as const;
