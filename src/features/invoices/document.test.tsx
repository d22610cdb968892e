import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { invoiceProblems } from '#contract/invoices/invoices.problems.ts';
import type { ShownDocument } from '#contract/invoices/invoices.schema.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import { forgetPass, holdPass } from '#src/session/order-pass.ts';
import { FakeSchoolServer, refusalOf, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { sampleDocument, sampleDocumentToken as token, sampleToken } from '#tests/support/order-samples.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { DocumentScreen } from './document.screen.tsx';

const path = `/invoice/order/${token}/`;
const buyer = { name: 'Ada Hill', address: 'Canary Lane 7\n10115 Berlin', country: 'DE' };

function open(answers: Record<string, () => FakeAnswer>, type = 'order', at = token) {
  const server = new FakeSchoolServer(answers);
  return { server, ...renderScreen(<DocumentScreen type={type} token={at} />, { replica: null }) };
}
const shows = (document: ShownDocument, type = 'order') =>
  open({ [`GET /invoice/${type}/${token}/`]: () => ({ body: document }) }, type);

beforeEach(() => forgetPass());

describe('the page of a document', () => {
  it('shows number, seller, lines, tax and sum, and hides who bought', async () => {
    shows(sampleDocument());
    await screen.findByRole('heading', { level: 1, name: 'Receipt GRN-O26-00042' });
    const sheet = screen.getByRole('article', { name: 'Receipt GRN-O26-00042' });
    expect(within(sheet).getAllByText('26 November 2026')).toHaveLength(2);
    expect(within(sheet).getByText(/Quillshelf Ltd/u).textContent).toBe(
      'Quillshelf Ltd\n1 Shelf Street\nLondon\nGB123456789',
    );
    const [, line] = within(sheet).getAllByRole('row');
    expect(line?.textContent).toBe('The hen, digital2€5.95€11.90');
    within(sheet).getByText('VAT 19 % of €10.00, in the total');
    expect(within(sheet).getByText('Total').parentElement?.textContent).toBe('Total€11.90');
    within(sheet).getByText('Name and address are hidden');
    screen.getByText(/To have them on it, open the page of your order/u);
    expect(screen.queryByText(/Practice/u)).toBeNull();
  });

  it('is whole for who holds the pass of the order, and leads back to it', async () => {
    holdPass(sampleToken, 'the-pass');
    const { server } = open({ [`POST ${path}`]: () => ({ body: sampleDocument({ buyer }) }) });
    expect((await screen.findByText(/Ada Hill/u)).textContent).toBe(
      'Ada Hill\nCanary Lane 7\n10115 Berlin\nGermany',
    );
    expect(server.asked).toHaveLength(1);
    expect(server.asked[0]?.body).toEqual({ pass: 'the-pass' });
    expect(screen.getByRole('link', { name: 'Back to your order' }).getAttribute('href')).toBe(
      `/trackorder/${sampleToken}`,
    );
    expect(screen.queryByText(/are hidden/u)).toBeNull();
  });

  it('hides who bought where the pass is another order’s, or over', async () => {
    holdPass(sampleToken, 'the-pass');
    open({
      [`POST ${path}`]: () => refusalOf(orderProblems.pass_over),
      [`GET ${path}`]: () => ({ body: sampleDocument() }),
    });
    expect(await screen.findByText('Name and address are hidden')).toBeTruthy();
  });

  it('of a credit note names what it corrects', async () => {
    shows(
      sampleDocument({
        type: 'credit-note',
        number: 'GRN-C26-00007',
        corrects: { number: 'GRN-O26-00042', issued_on: '2026-11-25' },
      }),
      'credit-note',
    );
    await screen.findByRole('heading', { level: 1, name: 'Credit note GRN-C26-00007' });
    screen.getByText('GRN-O26-00042 of 25 November 2026');
    expect(screen.queryByText('Paid on')).toBeNull();
  });

  it.each([
    ['donation', 'Receipt for a gift'],
    ['subscription', 'Invoice'],
  ] as const)('of type %s is called %s, and says that it is practice', async (type, title) => {
    shows(
      sampleDocument({ type, is_test: true, taxes: [{ name: '', rate_bp: 0, net: 1190, tax: 0 }] }),
      type,
    );
    await screen.findByRole('heading', { level: 2, name: title });
    screen.getByText('Practice: no real money');
    expect(screen.queryByText(/in the total/u)).toBeNull();
  });

  it.each([
    ['a type that is none', 'bill', token],
    ['an address that is none', 'order', 'x'],
  ])('is not found for %s, and asks nobody', async (_what, type, at) => {
    const { server } = open({}, type, at);
    screen.getByText('There is no such document');
    expect(server.asked).toHaveLength(0);
  });

  it('is not found where the school says so', async () => {
    open({ [`GET ${path}`]: () => refusalOf(invoiceProblems.not_found) });
    expect(await screen.findByText('There is no such document')).toBeTruthy();
  });

  it('says without a network that it shows up later, and what a child is told', async () => {
    open({});
    await screen.findByText(/The document shows up here/u);
    open({ [`GET ${path}`]: () => refusalOf(orderProblems.ask_grown_up) });
    expect(await screen.findByText('The document could not be fetched')).toBeTruthy();
  });

  it('is printed by the browser', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { user } = shows(sampleDocument());
    await user.click(await screen.findByRole('button', { name: 'Print' }));
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  });
});
