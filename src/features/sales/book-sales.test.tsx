import { screen, waitFor, within } from '@testing-library/react';
import { uuidv7 } from 'uuidv7';
import * as v from 'valibot';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import type { Shop, SoldLine } from '#contract/orders/orders.schema.ts';
import { SoldQuery } from '#contract/orders/sold.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import * as saveFile from '#src/ui/save-file.ts';
import { listedHedgehogs } from '#tests/support/cause-samples.ts';
import { FakeSchoolServer, refusalOf } from '#tests/support/fake-school-server.ts';
import { henId, sampleDocumentToken, sampleShop, sampleSoldLine } from '#tests/support/order-samples.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { BookSalesScreen } from './book-sales.screen.tsx';
import { SaleDialog } from './sale.dialog.tsx';
import { soldCsv } from './sold-csv.ts';

type Answers = ConstructorParameters<typeof FakeSchoolServer>[0];
const pageOf = (results: readonly unknown[]) => ({ body: { count: results.length, next: null, results } });

beforeEach(() => useSessionStore.setState({ user: sampleAdmin(), ended: null }));

describe('what was sold', () => {
  const line = sampleSoldLine();
  const path = `PUT /orders/${line.order_id}/lines/${line.id}/`;
  const open = (lines: readonly SoldLine[], answers: Answers = {}, address = '/admin-school/donations') => {
    const server = new FakeSchoolServer({ 'GET /donations/': () => pageOf(lines), ...answers });
    return { server, ...renderScreen(<BookSalesScreen payouts={<p>Paid out</p>} />, { address }) };
  };

  it('is listed with title, copies, sum, what the cause gets, and how far it is', async () => {
    open([
      line,
      sampleSoldLine({ id: henId, kind: 'digital', fulfilment: 'ready', ship_to: null, refunded: 400 }),
    ]);
    const [first, second] = await screen.findAllByRole('rowheader');
    expect(first?.textContent).toContain('The henby Zoë, printed, GRN-7K2MQ');
    expect(screen.getAllByRole('link', { name: 'Receipt of GRN-7K2MQ' })[0]?.getAttribute('href')).toBe(
      `/invoice/order/${sampleDocumentToken}`,
    );
    const row = first?.closest('tr');
    expect(row?.textContent).toContain('€24.00');
    expect(row?.textContent).toContain('€9.00');
    expect(row?.textContent).toContain('To make');
    expect(second?.closest('tr')?.textContent).toContain('€4.00 given back');
  });

  it('narrows down to what is to be printed, with where it goes', async () => {
    const { user, server } = open([line]);
    await screen.findByRole('rowheader');
    expect(screen.queryByText(/Canary Lane/u)).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Printed books' }), 'To make');
    expect((await screen.findByText(/Canary Lane 7/u)).textContent).toBe(
      'Ada Hill\nCanary Lane 7\n10115 Berlin\nGermany',
    );
    expect(server.asked.at(-1)?.query).toMatchObject({ fulfilment: 'to_make' });
    expect(screen.getByLabelText('Address').textContent).toBe('/admin-school/donations?print=to_make');
  });

  it('is moved on step by step, and asked for again', async () => {
    const { user, server } = open([line], { [path]: () => ({ body: { ...line, fulfilment: 'made' } }) });
    await user.click(await screen.findByRole('button', { name: 'Actions for The hen, GRN-7K2MQ' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Made' }));
    await screen.findByText('The hen: made');
    expect(server.asked.find(({ method }) => method === 'PUT')?.body).toEqual({ fulfilment: 'made' });
    await waitFor(() => expect(server.askedFor('/donations/')).toHaveLength(2));
  });

  it('gives money back only after a question', async () => {
    const { user, server } = open([line], {
      [path]: () => ({ body: { ...line, fulfilment: 'cannot_be_made' } }),
    });
    await user.click(await screen.findByRole('button', { name: 'Actions for The hen, GRN-7K2MQ' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Cannot be made' }));
    const dialog = await screen.findByRole('dialog', { name: 'It cannot be made?' });
    expect(server.asked.some(({ method }) => method === 'PUT')).toBe(false);
    await user.click(within(dialog).getByRole('button', { name: 'It cannot be made' }));
    await screen.findByText('The hen: cannot be made');
    expect(server.asked.find(({ method }) => method === 'PUT')?.body).toEqual({
      fulfilment: 'cannot_be_made',
    });
  });

  it('says why a step was not taken', async () => {
    const { user } = open([line], { [path]: () => refusalOf(orderProblems.not_next) });
    await user.click(await screen.findByRole('button', { name: 'Actions for The hen, GRN-7K2MQ' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Made' }));
    expect((await screen.findByText('This could not be changed')).parentElement?.textContent).toContain(
      orderProblems.not_next.error,
    );
  });

  it('offers nothing for what is over', async () => {
    open([sampleSoldLine({ fulfilment: 'delivered' })]);
    await screen.findByRole('rowheader');
    expect(screen.queryByRole('button', { name: /^Actions for/u })).toBeNull();
  });

  it('is nothing yet, or cannot be had without a network', async () => {
    const { unmount } = open([]);
    await screen.findByText('Nothing was sold yet');
    // The shop may be open already.
    expect(screen.queryByText(/^Open the shop/u)).toBeNull();
    unmount();
    open([], { 'GET /donations/': () => null });
    expect((await screen.findByRole('alert')).textContent).toContain('What your school sold shows up here');
  });

  it('is exported whole, in pages that the server gives', async () => {
    const save = vi.spyOn(saveFile, 'saveFile').mockReturnValue();
    const all = Array.from({ length: 103 }, (_each, index) =>
      sampleSoldLine({ id: uuidv7(), title: `Book ${index}` }),
    );
    const { user, server } = open([], {
      'GET /donations/': ({ query }) => {
        const { limit, after = '0' } = v.parse(SoldQuery, query);
        const end = Number(after) + limit;
        const next = end < all.length ? `?limit=${limit}&after=${end}` : null;
        return { body: { count: all.length, next, results: all.slice(Number(after), end) } };
      },
    });
    await screen.findAllByRole('rowheader');
    await user.click(screen.getByRole('button', { name: 'Export as CSV' }));
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    const text = await save.mock.calls[0]?.[0].text();
    expect(text?.match(/Book \d+/gu)).toEqual(all.map(({ title }) => title));
    expect(server.askedFor('/donations/').every(({ query }) => Number(query.limit) <= 100)).toBe(true);
  });

  it('goes into a file without who bought it', () => {
    const text = soldCsv([line]);
    expect(text).toContain(
      'GRN-7K2MQ,The hen,Zoë,Printed,2,EUR,24.00,9.00,12.00,0.00,Hedgehog Rescue,To make,no',
    );
    expect(text).not.toContain('Ada');
    expect(text).not.toContain('Canary');
  });
});

describe('the shop', () => {
  const open = (shop: Shop, answers: Answers = {}) => {
    const server = new FakeSchoolServer({
      'GET /shop/': () => ({ body: shop }),
      'GET /charities/': () => pageOf([listedHedgehogs]),
      'PATCH /shop/': () => ({ body: shop }),
      ...answers,
    });
    return {
      server,
      ...renderScreen(<BookSalesScreen payouts={<p>Paid out</p>} />, {
        address: '/admin-school/donations?tab=shop',
      }),
    };
  };
  const saved = (server: FakeSchoolServer) => server.asked.find(({ method }) => method === 'PATCH')?.body;
  const field = (name: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });

  it('is saved as it was typed, in minor units, and says the platform’s part', async () => {
    const { user, server } = open(sampleShop());
    const price = await field(/^Price of a digital book in EUR/u);
    expect(price.value).toBe('4.00');
    screen.getByText(/Quillshelf keeps 10 %/u);
    await user.clear(price);
    await user.type(price, '4,50');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('The shop is saved');
    expect(saved(server)).toMatchObject({
      digital_price: 450,
      print_price: 1200,
      school_bp: 1250,
      code: 'GRN',
    });
  });

  it('keeps what another tab saved of it meanwhile', async () => {
    let shop = sampleShop();
    const { user, server } = open(shop, { 'GET /shop/': () => ({ body: shop }) });
    const price = await field(/^Price of a digital book in EUR/u);
    await user.clear(price);
    await user.type(price, '4,50');
    shop = { ...shop, print_price: 1500, digital_price: 900 };
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/it is “9.00” now/u);
    expect(saved(server)).toBeUndefined();
    expect(price.value).toBe('4,50');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('The shop is saved');
    expect(saved(server)).toMatchObject({ digital_price: 450, print_price: 1500 });
  });

  it('opens for the first time only with a currency, letters and a cause', async () => {
    const none = sampleShop({
      is_open: false,
      currency: null,
      digital_price: null,
      print_price: null,
      print_cost: null,
      shipping_price: null,
      default_cause: null,
      code: null,
    });
    const { user, server } = open(none, {
      'PATCH /shop/': () => ({
        status: orderProblems.cause_needed.status,
        body: {
          ...orderProblems.cause_needed,
          errors: { default_cause_id: [orderProblems.cause_needed.error] },
          request_id: 'r',
        },
      }),
    });
    await user.click(await screen.findByRole('checkbox', { name: /^The shop is open/u }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Please choose a currency');
    screen.getByText('Please choose three to five letters from A to Z');
    expect(saved(server)).toBeUndefined();
    await user.selectOptions(screen.getByRole('combobox', { name: /^Currency/u }), 'EUR');
    await user.type(await field(/^Price of a digital book/u), '4');
    await user.type(await field(/^Letters of the shop/u), 'grn');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findAllByText(orderProblems.cause_needed.error)).toHaveLength(2);
    expect(saved(server)).toMatchObject({
      is_open: true,
      digital_price: 400,
      code: 'GRN',
      default_cause_id: null,
    });
  });

  it('changes its currency only after a question', async () => {
    const { user, server } = open(sampleShop());
    await user.selectOptions(await screen.findByRole('combobox', { name: /^Currency/u }), 'USD');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change the currency?' });
    expect(saved(server)).toBeUndefined();
    await user.click(within(dialog).getByRole('button', { name: 'Change the currency' }));
    await screen.findByText('The shop is saved');
    expect(saved(server)).toMatchObject({ currency: 'USD', digital_price: 400 });
  });

  it('says at the field what the server does not take', async () => {
    const { user } = open(sampleShop(), {
      'PATCH /shop/': () => ({
        status: 400,
        body: {
          code: 'request.invalid',
          error: 'Please check.',
          errors: { school_bp: ['At most 90 %'] },
          request_id: 'r',
        },
      }),
    });
    const part = await field(/^The school’s part/u);
    await user.clear(part);
    await user.type(part, '95');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByText('At most 90 %')).tagName).toBe('P');
    expect(part.value).toBe('95');
  });

  it('cannot be had without a network', async () => {
    open(sampleShop(), { 'GET /shop/': () => null });
    expect((await screen.findByRole('alert')).textContent).toContain('The prices of your shop show up here');
  });
});

describe('the price of one book', () => {
  const salePath = `/works/${henId}/sale/`;
  const sale = { id: henId, is_for_sale: false, digital_price: null, print_price: null, is_permitted: true };
  const open = (answers: Answers = {}, shop = sampleShop()) => {
    const onClose = vi.fn<() => void>();
    const server = new FakeSchoolServer({
      [`GET ${salePath}`]: () => ({ body: sale }),
      'GET /shop/': () => ({ body: shop }),
      [`PATCH ${salePath}`]: ({ body }) => ({ body: { ...sale, ...(body as object) } }),
      ...answers,
    });
    const work = { id: henId, title: 'The hen', author_id: 'zoe' };
    return { server, onClose, ...renderScreen(<SaleDialog work={work} opened onClose={onClose} />) };
  };
  const patched = (server: FakeSchoolServer) => server.asked.find(({ method }) => method === 'PATCH')?.body;

  it('is put up for sale, with a price of its own or that of the shop', async () => {
    const { user, server, onClose } = open();
    await user.click(await screen.findByRole('checkbox', { name: 'For sale' }));
    screen.getByText(/Empty: €4.00, as in the shop/u);
    await user.type(screen.getByRole('textbox', { name: /^Printed price/u }), '15');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('The hen is for sale');
    expect(patched(server)).toEqual({ is_for_sale: true, digital_price: null, print_price: 1500 });
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('keeps what another tab saved of it meanwhile', async () => {
    let standing = { ...sale, print_price: null as number | null };
    const { user, server } = open({ [`GET ${salePath}`]: () => ({ body: standing }) });
    await user.click(await screen.findByRole('checkbox', { name: 'For sale' }));
    standing = { ...standing, print_price: 1500 };
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('The hen is for sale');
    expect(patched(server)).toEqual({ is_for_sale: true, digital_price: null, print_price: 1500 });
  });

  it('waits for a guardian’s permission, and leads to where that is recorded', async () => {
    open({ [`GET ${salePath}`]: () => ({ body: { ...sale, is_permitted: false } }) });
    expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'For sale' })).disabled).toBe(true);
    expect(screen.getByRole('link', { name: 'Record what a guardian allowed' }).getAttribute('href')).toBe(
      '/admin-school/studentprofile/zoe',
    );
  });

  it('is refused where it is no amount, and keeps what was typed where the server says no', async () => {
    const { user, server, onClose } = open({
      [`PATCH ${salePath}`]: () => ({
        status: 409,
        body: {
          ...orderProblems.price_not_payable,
          errors: { digital_price: [orderProblems.price_not_payable.error] },
          request_id: 'r',
        },
      }),
    });
    const price = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Digital price/u });
    await user.type(price, 'four');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Please enter an amount in EUR, such as 4');
    expect(patched(server)).toBeUndefined();
    await user.clear(price);
    await user.type(price, '0.01');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findAllByText(orderProblems.price_not_payable.error)).toHaveLength(2);
    expect(price.value).toBe('0.01');
    expect(onClose).not.toHaveBeenCalled();
  });
});
