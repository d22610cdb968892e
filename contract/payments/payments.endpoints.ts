import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { pageOf } from '../kit/page.ts';
import { product } from '../kit/product.ts';
import { lines } from '../kit/text.ts';
import { tenantProblems } from '../tenants/tenants.problems.ts';
import { paymentProblems } from './payments.problems.ts';
import {
  BankAccount,
  Finding,
  FindingQuery,
  ListedPayment,
  PaymentQuery,
  TransferForm,
} from './payments.schema.ts';

/** Who sells: the platform. */
const common = { roles: [product.platformRole], hosts: 'all', offline: 'online-only' } as const;

const params = v.object({ tenantId: Id, id: Id });

export const paymentEndpoints = {
  list: endpoint({
    ...common,
    name: 'payments.list',
    summary: 'Payments of all schools or of one, for who sells: the latest first',
    method: 'GET',
    path: '/payments/',
    query: PaymentQuery,
    response: pageOf(v.array(ListedPayment)),
  }),
  check: endpoint({
    ...common,
    name: 'payments.check',
    summary: 'Ask the provider again how a payment stands',
    method: 'POST',
    path: '/tenants/:tenantId/payments/:id/check/',
    params,
    response: ListedPayment,
    problems: [tenantProblems.not_found, paymentProblems.not_found, paymentProblems.no_answer],
  }),
  recordTransfer: endpoint({
    ...common,
    name: 'payments.recordTransfer',
    summary:
      'Record a line of the bank statement: money of an order that came, or that was sent back. Money that comes again is a payment of its own',
    method: 'POST',
    path: '/tenants/:tenantId/payments/:id/transfers/',
    params,
    body: TransferForm,
    response: ListedPayment,
    problems: [
      tenantProblems.not_found,
      paymentProblems.not_found,
      paymentProblems.id_taken,
      paymentProblems.recorded_before,
      paymentProblems.not_by_transfer,
      paymentProblems.other_amount,
      paymentProblems.more_than_came,
      paymentProblems.sent_before,
    ],
  }),
  listFindings: endpoint({
    ...common,
    name: 'payments.listFindings',
    summary:
      'What a person has to look at in the books of money, the oldest first; of closed ones the latest',
    method: 'GET',
    path: '/payments/findings/',
    query: FindingQuery,
    response: pageOf(v.array(Finding)),
  }),
  closeFinding: endpoint({
    ...common,
    name: 'payments.closeFinding',
    summary: 'Close a finding and say what was done',
    method: 'PUT',
    path: '/tenants/:tenantId/findings/:id/',
    params,
    body: v.object({
      words: v.pipe(lines(500, 'words'), v.nonEmpty('Please say what was done')),
    }),
    response: Finding,
    problems: [tenantProblems.not_found, paymentProblems.finding_not_found, paymentProblems.finding_closed],
  }),
  listBanks: endpoint({
    ...common,
    name: 'payments.listBanks',
    summary: 'Bank accounts that transfers go to, by currency',
    method: 'GET',
    path: '/bank-accounts/',
    response: v.array(BankAccount),
  }),
  setBank: endpoint({
    ...common,
    name: 'payments.setBank',
    summary: 'Set the bank account that transfers in a currency go to',
    method: 'PUT',
    path: '/bank-accounts/',
    body: BankAccount,
    response: v.array(BankAccount),
  }),
  removeBank: endpoint({
    ...common,
    name: 'payments.removeBank',
    summary: 'Take a bank account away: transfers in its currency are not offered any more',
    method: 'DELETE',
    path: '/bank-accounts/:currency/',
    params: v.object({ currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/u, 'This is no currency')) }),
    response: v.array(BankAccount),
  }),
} as const;
