import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { orderProblems } from '../orders/orders.problems.ts';
import { Pass } from '../orders/orders.schema.ts';
import { invoiceProblems } from './invoices.problems.ts';
import { DocumentToken, DocumentType, ShownDocument } from './invoices.schema.ts';

const params = v.object({ type: DocumentType, token: DocumentToken });

export const invoiceEndpoints = {
  read: endpoint({
    name: 'invoices.read',
    summary: 'A receipt, invoice or credit note, without who bought; with it for the buyer who is signed in',
    method: 'GET',
    path: '/invoice/:type/:token/',
    roles: 'anyone',
    knowsCaller: true,
    offline: 'online-only',
    params,
    response: ShownDocument,
    problems: [orderProblems.ask_grown_up, invoiceProblems.not_found],
  }),
  readWhole: endpoint({
    name: 'invoices.readWhole',
    summary: 'The same with who bought, for who showed by a code that the order is theirs',
    method: 'POST',
    path: '/invoice/:type/:token/',
    roles: 'anyone',
    knowsCaller: true,
    offline: 'online-only',
    guests: 'never',
    params,
    body: v.object({ pass: Pass }),
    response: ShownDocument,
    problems: [orderProblems.ask_grown_up, orderProblems.pass_over, invoiceProblems.not_found],
  }),
} as const;
