import { createHash, randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import * as v from 'valibot';
import { dayOf } from '#contract/kit/day.ts';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { Problem } from '#contract/kit/problem.ts';
import { product } from '#contract/kit/product.ts';
import { isOfficeStaff } from '#contract/kit/roles.ts';
import type { invoiceEndpoints } from '#contract/invoices/invoices.endpoints.ts';
import { invoiceProblems } from '#contract/invoices/invoices.problems.ts';
import { DocumentBody, type DocumentType, type ShownDocument } from '#contract/invoices/invoices.schema.ts';
import { refuseChild } from '#contract/orders/orders.rules.ts';
import { sumOf } from '#contract/orders/shares.rules.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Call } from '#server/platform/route.ts';
import type { Addresses } from '../orders/addresses.ts';
import type { Passes } from '../orders/passes.ts';
import * as repository from './invoices.repository.ts';

type Parsed<Name extends keyof typeof invoiceEndpoints> = EndpointParsed<(typeof invoiceEndpoints)[Name]>;
type Facts = Awaited<ReturnType<typeof repository.readForDocuments>>;
type Line = Facts['lines'][number];

interface OrderKey {
  tenant_id: string;
  id: string;
}

/** Letters of the series in a number: `GRN-O26-00042`; practice has an X before them. */
const letters: Readonly<Record<DocumentType, string>> = {
  order: 'O',
  donation: 'D',
  subscription: 'S',
  'credit-note': 'C',
};

function taxesOf(lines: readonly Line[]): DocumentBody['taxes'] {
  const rates = new Map(
    lines.map(({ tax_name, tax_rate_bp }) => [`${tax_name} ${tax_rate_bp}`, { tax_name, tax_rate_bp }]),
  );
  return [...rates.values()].map(({ tax_name, tax_rate_bp }) => {
    const of = lines.filter((line) => line.tax_name === tax_name && line.tax_rate_bp === tax_rate_bp);
    const tax = sumOf(of.map((line) => line.tax));
    return { name: tax_name, rate_bp: tax_rate_bp, net: sumOf(of.map(({ amount }) => amount)) - tax, tax };
  });
}

export type InvoiceService = ReturnType<typeof createInvoiceService>;

/** Documents of orders. They are issued in the transaction that makes them due, and nothing changes one afterwards (law 9). */
export function createInvoiceService(options: {
  addresses: Pick<Addresses, 'linesOf'>;
  passes: Pick<Passes, 'check'>;
}) {
  const { addresses, passes } = options;

  async function insert(
    transaction: TenantTransaction,
    { tenant_id, id: order_id }: OrderKey,
    document: {
      facts: Facts;
      type: DocumentType;
      lines: readonly Line[];
      corrects: { id: string; body: DocumentBody; refund_id: string | null } | null;
      now: Date;
    },
  ): Promise<void> {
    const { facts, type, lines, corrects, now } = document;
    const { order, school, code, seller } = facts;
    const year = now.getUTCFullYear();
    const { is_test } = order;
    const serial = await repository.takeSerial(transaction, { tenant_id, type, year, is_test });
    const series = `${is_test ? 'X' : ''}${letters[type]}${String(year).slice(-2)}`;
    const number = `${code}-${series}-${String(serial).padStart(5, '0')}`;
    const body: DocumentBody = {
      type,
      number,
      issued_on: dayOf(now),
      order_number: order.number,
      paid_on: order.paid_at && dayOf(order.paid_at),
      corrects: corrects && { number: corrects.body.number, issued_on: corrects.body.issued_on },
      is_test,
      seller: seller ?? { name: product.name, address: '', tax_numbers: '' },
      school,
      buyer: corrects?.body.buyer ?? {
        name: order.buyer_name ?? '',
        address: addresses.linesOf(tenant_id, order_id, order.sealed_address),
        country: order.buyer_country ?? '',
      },
      currency: order.currency,
      lines: lines.map(({ id: _id, ...line }) => line),
      taxes: taxesOf(lines),
      total: sumOf(lines.map(({ amount }) => amount)),
    };
    const text = JSON.stringify(body);
    await repository.insertDocument(transaction, {
      tenant_id,
      id: uuidv7(),
      token: randomBytes(16).toString('base64url'),
      type,
      year,
      is_test,
      serial,
      number,
      order_id,
      refund_id: corrects?.refund_id ?? null,
      corrects_id: corrects?.id ?? null,
      body: text,
      sha256: createHash('sha256').update(text).digest(),
      issued_at: now,
    });
  }

  async function show(
    { params }: { params: Parsed<'read'>['params'] },
    { transaction, tenant, actor, now }: Call,
    pass: string | null,
  ): Promise<ShownDocument> {
    refuseChild(actor);
    const row = await repository.findDocument(transaction, tenant.id, params);
    if (!row) throw new Problem(invoiceProblems.not_found);
    if (pass !== null) passes.check(tenant.id, pass, { orderId: row.order_id, now });
    const isOffice = row.kind === 'plan' && actor !== null && isOfficeStaff(actor.role);
    const isOwn = pass !== null || isOffice || (actor !== null && row.buyer_id === actor.id);
    const body = v.parse(DocumentBody, row.body);
    return { ...body, buyer: isOwn ? body.buyer : null, issued_at: row.issued_at.toISOString() };
  }

  return {
    /** Goods and gifts of one order are two documents: a purchase is never a donation. What costs nothing has none. */
    async issueForPaid(transaction: TenantTransaction, order: OrderKey, now: Date): Promise<void> {
      const facts = await repository.readForDocuments(transaction, order.tenant_id, order.id);
      const paid = facts.lines.filter(({ amount }) => amount > 0);
      const parts = [
        { type: 'order' as const, lines: paid.filter(({ kind }) => kind !== 'gift') },
        { type: 'donation' as const, lines: paid.filter(({ kind }) => kind === 'gift') },
      ];
      for (const { type, lines } of parts)
        if (lines.length > 0) await insert(transaction, order, { facts, type, lines, corrects: null, now });
    },

    /** Of a plan: with its order, before it is paid. What costs nothing has none. */
    async issueForPlan(transaction: TenantTransaction, order: OrderKey, now: Date): Promise<void> {
      const facts = await repository.readForDocuments(transaction, order.tenant_id, order.id);
      const lines = facts.lines.filter(({ amount }) => amount > 0);
      if (lines.length > 0)
        await insert(transaction, order, { facts, type: 'subscription', lines, corrects: null, now });
    },

    /** Takes the document of a plan's order back, which nobody paid. */
    async issueForLapsed(transaction: TenantTransaction, order: OrderKey, now: Date): Promise<void> {
      const documents = await repository.listDocuments(transaction, order.tenant_id, order.id);
      const taken = documents.find(({ type }) => type === 'subscription');
      if (!taken || documents.some(({ corrects_id }) => corrects_id === taken.id)) return;
      const facts = await repository.readForDocuments(transaction, order.tenant_id, order.id);
      const lines = facts.lines.filter(({ amount }) => amount > 0);
      const corrects = { id: taken.id, body: v.parse(DocumentBody, taken.body), refund_id: null };
      await insert(transaction, order, { facts, type: 'credit-note', lines, corrects, now });
    },

    /** A credit note for each document of which a refund takes something back. */
    async issueForRefund(
      transaction: TenantTransaction,
      order: OrderKey,
      { refundId, now }: { refundId: string; now: Date },
    ): Promise<void> {
      const refunded = await repository.listRefunded(transaction, order.tenant_id, refundId);
      if (refunded.size === 0) return;
      const facts = await repository.readForDocuments(transaction, order.tenant_id, order.id);
      const documents = await repository.listDocuments(transaction, order.tenant_id, order.id);
      for (const { id, type, body } of documents) {
        if (type === 'credit-note') continue;
        // Nobody paid in time, so it was taken back before its money came.
        if (documents.some(({ corrects_id, refund_id }) => corrects_id === id && refund_id === null))
          continue;
        const lines = facts.lines.flatMap((line) => {
          const back = refunded.get(line.id);
          const isOfDocument = (line.kind === 'gift') === (type === 'donation');
          return back && isOfDocument
            ? [{ ...line, quantity: 1, unit_price: back.amount, amount: back.amount, tax: back.tax }]
            : [];
        });
        if (lines.length === 0) continue;
        const corrects = { id, body: v.parse(DocumentBody, body), refund_id: refundId };
        await insert(transaction, order, { facts, type: 'credit-note', lines, corrects, now });
      }
    },

    /** For the page of an order. */
    async list(transaction: TenantTransaction, tenantId: string, orderId: string) {
      const rows = await repository.listDocuments(transaction, tenantId, orderId);
      return rows.map(({ type, number, token }) => ({ type, number, token }));
    },

    /** @throws Problem `orders.ask_grown_up`, `invoices.not_found` */
    read: (input: Parsed<'read'>, call: Call): Promise<ShownDocument> => show(input, call, null),

    /** @throws Problem `orders.ask_grown_up`, `orders.pass_over`, `invoices.not_found` */
    readWhole: (input: Parsed<'readWhole'>, call: Call): Promise<ShownDocument> =>
      show(input, call, input.body.pass),
  };
}
