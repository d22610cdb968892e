import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import { requestProblems } from '#contract/kit/problem.ts';
import { deviceStorage, tabStorage } from '#src/session/device-storage.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { listedHedgehogs } from '#tests/support/cause-samples.ts';
import { FakeSchoolServer, refusalOf, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { hedgehogs, henId, sampleQuote, sampleToken } from '#tests/support/order-samples.ts';
import { zoe } from '#tests/support/pupil-user.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { CheckoutScreen } from './checkout.screen.tsx';

const hen = { id: henId, title: 'The hen', byline: 'Zoë' };
const payUrl = 'https://paypal.example/pay/1';
const placed = { token: sampleToken, number: 'GRN-7K2MQ', pay_url: payUrl };

type Answers = ConstructorParameters<typeof FakeSchoolServer>[0];

function school(answers: Answers = {}): FakeSchoolServer {
  return new FakeSchoolServer({
    'GET /checkout/quote/': () => ({ body: sampleQuote() }),
    'GET /charities/': () => ({ body: { count: 1, next: null, results: [listedHedgehogs] } }),
    'POST /checkout/orders/': () => ({ body: placed }),
    ...answers,
  });
}

/** Answers one after the other; the last one for all that follow. */
function inTurn(...answers: FakeAnswer[]): () => FakeAnswer {
  let turn = 0;
  return () => answers[Math.min(turn++, answers.length - 1)] ?? null;
}

function open() {
  const goTo = vi.fn<(address: string) => void>();
  const rendered = renderScreen(<CheckoutScreen works={[hen]} handover={null} goTo={goTo} />, {
    replica: null,
  });
  return { ...rendered, goTo };
}

const payButton = (name = 'Pay €4.00 with PayPal') =>
  screen.findByRole<HTMLButtonElement>('button', { name });

async function fillIn(user: ReturnType<typeof renderScreen>['user']): Promise<void> {
  // What was typed before may stand there again.
  const email = await screen.findByRole('textbox', { name: /^Email/u });
  await user.clear(email);
  await user.type(email, 'ada@example.org');
  const name = screen.getByRole('textbox', { name: /^Name/u });
  await user.clear(name);
  await user.type(name, 'Ada Hill');
  await user.click(screen.getByRole('checkbox', { name: /18 or older/u }));
  await user.click(screen.getByRole('checkbox', { name: /I agree/u }));
}

const orders = (server: FakeSchoolServer) =>
  server.askedFor('/checkout/orders/').map(({ body }) => body as Record<string, unknown>);

beforeEach(() => {
  useSessionStore.setState({ user: null, ended: null });
  sessionStorage.clear();
  deviceStorage.removeItem('cartItems');
  tabStorage.removeItem('checkout order');
});

describe('the checkout', () => {
  it('says before anything is paid who gets what, and that tax is in the price', async () => {
    school();
    open();
    await payButton();
    const shares = screen.getByRole('region', { name: 'Who gets what' });
    expect(shares.textContent).toContain('Hedgehog Rescue€3.00');
    expect(shares.textContent).toContain('Tax€0.26');
    screen.getByText(/Tax is in the price/u);
    expect(screen.queryByText('Practice: no real money is taken.')).toBeNull();
  });

  it('orders what was shown, and goes to the page of the provider that was pressed', async () => {
    const server = school();
    const { user, goTo } = open();
    await fillIn(user);
    await user.click(await payButton());
    await waitFor(() => expect(goTo.mock.calls).toEqual([[payUrl]]));
    expect(orders(server)).toEqual([
      expect.objectContaining({
        quote: 'sealed',
        lines: [{ work_id: henId, edition: 'digital', quantity: 1 }],
        gifts: [],
        email: 'ada@example.org',
        name: 'Ada Hill',
        address: null,
        provider: 'paypal',
        is_adult: true,
        accepts_terms: true,
      }),
    ]);
  });

  it('goes to the page of an order by bank transfer without leaving the app', async () => {
    const page = `/trackorder/${sampleToken}`;
    school({
      'GET /checkout/quote/': () => ({ body: sampleQuote({ providers: ['paypal', 'transfer'] }) }),
      'POST /checkout/orders/': () => ({
        body: { ...placed, pay_url: window.location.origin + page },
      }),
    });
    const { user, goTo } = open();
    await fillIn(user);
    await user.click(await payButton('Pay by bank transfer'));
    await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe(page));
    expect(goTo).not.toHaveBeenCalled();
    expect(tabStorage.getItem('checkout order')).toBeNull();
  });

  it('says at each field what is missing, and sends nothing', async () => {
    const server = school();
    const { user } = open();
    await user.click(await payButton('Pay €4.00 by card'));
    await screen.findByText('Please enter an email address');
    screen.getByText('Please enter your name');
    screen.getByText('Please say that you are 18 or older');
    screen.getByText('Please agree to the terms');
    expect(orders(server)).toEqual([]);
  });

  it('asks where printed books go, and for how many', async () => {
    const server = school({
      'GET /checkout/quote/': ({ query }) => {
        const isPrinted = query['lines']?.includes(':print:') === true;
        const [line] = sampleQuote().lines;
        return {
          body:
            isPrinted && line
              ? sampleQuote({ lines: [{ ...line, kind: 'print', quantity: 2 }] })
              : sampleQuote(),
        };
      },
    });
    const { user, goTo } = open();
    await fillIn(user);
    expect(screen.queryByRole('textbox', { name: /^Street/u })).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Edition of The hen' }), 'print');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Copies of The hen' }), '2');
    await user.type(await screen.findByRole('textbox', { name: /^Street/u }), 'Canary Lane 7');
    await user.type(screen.getByRole('textbox', { name: /^Town/u }), 'Berlin');
    await waitFor(async () => expect((await payButton()).disabled).toBe(false));
    await user.click(await payButton());
    await waitFor(() => expect(goTo).toHaveBeenCalledOnce());
    expect(orders(server)[0]).toMatchObject({
      lines: [{ work_id: henId, edition: 'print', quantity: 2 }],
      address: { street: 'Canary Lane 7', postcode: '', city: 'Berlin' },
    });
  });

  it('takes a gift for a cause as people type amounts, and says where it cannot be read', async () => {
    const server = school();
    const { user, goTo } = open();
    await fillIn(user);
    await user.selectOptions(await screen.findByRole('combobox', { name: 'For a cause' }), hedgehogs.name);
    const amount = screen.getByRole('textbox', { name: /^Amount in EUR/u });
    await user.type(amount, 'lots');
    await user.click(await payButton());
    await screen.findByText('Please enter an amount, such as 5');
    await user.clear(amount);
    await user.type(amount, '5,50');
    await waitFor(() =>
      expect(server.askedFor('/checkout/quote/').at(-1)?.query['gifts']).toBe(`${hedgehogs.id}:550`),
    );
    await waitFor(async () => expect((await payButton()).disabled).toBe(false));
    await user.click(await payButton());
    await waitFor(() => expect(goTo).toHaveBeenCalledOnce());
    expect(orders(server)[0]).toMatchObject({ gifts: [{ cause_id: hedgehogs.id, amount: 550 }] });
  });

  it('sends the same order after a second try and a reload, and another one for other things', async () => {
    const server = school({
      'POST /checkout/orders/': inTurn(null, { body: placed }, { body: placed }, { body: placed }),
    });
    const first = open();
    await fillIn(first.user);
    await first.user.click(await payButton());
    await screen.findByText('Quillshelf cannot be reached right now. Nothing was paid.');
    await first.user.click(await payButton());
    await waitFor(() => expect(first.goTo).toHaveBeenCalledOnce());
    first.unmount();
    tabStorage.removeItem('keepsake checkout');
    const again = open();
    await fillIn(again.user);
    await again.user.click(await payButton());
    await waitFor(() => expect(again.goTo).toHaveBeenCalledOnce());
    again.unmount();
    tabStorage.removeItem('keepsake checkout');
    const other = open();
    await fillIn(other.user);
    await other.user.type(screen.getByRole('textbox', { name: /^Name/u }), ' Jr');
    await other.user.click(await payButton());
    await waitFor(() => expect(other.goTo).toHaveBeenCalledOnce());
    const ids = orders(server).map(({ id }) => id);
    expect(ids.slice(0, 3)).toEqual([ids[0], ids[0], ids[0]]);
    expect(ids[3]).not.toBe(ids[0]);
  });

  it('keeps what a visitor typed over a reload, but for what they agreed to', async () => {
    school();
    const first = open();
    await fillIn(first.user);
    await waitFor(() => expect(tabStorage.getItem('keepsake checkout')).toContain('Ada Hill'));
    first.unmount();
    open();
    await screen.findByText('What you typed before is still here.');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/u }).value).toBe('Ada Hill');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /I agree/u }).checked).toBe(false);
  });

  it('orders nothing at another price: it says what changed and keeps what was typed', async () => {
    const [line] = sampleQuote().lines;
    if (!line) throw new Error('A sample has lines');
    const dearer = sampleQuote({ lines: [{ ...line, amount: 500 }], total: 500, quote: 'newer' });
    const server = school({
      'POST /checkout/orders/': inTurn(
        {
          status: 409,
          body: { ...orderProblems.price_changed, errors: {}, request_id: 'r', details: { quote: dearer } },
        },
        { body: placed },
      ),
    });
    const { user, goTo } = open();
    await fillIn(user);
    await user.click(await payButton());
    await screen.findByText('The hen (digital): €4.00 before, €5.00 now');
    screen.getByText('It was €4.00 and is €5.00 now. Nothing was paid yet.');
    expect(goTo).not.toHaveBeenCalled();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/u }).value).toBe('Ada Hill');
    await user.click(await payButton('Pay €5.00 with PayPal'));
    await waitFor(() => expect(goTo).toHaveBeenCalledOnce());
    expect(orders(server)[1]).toMatchObject({ quote: 'newer' });
  });

  it('asks for an old quote again by itself, and orders where nothing changed', async () => {
    const server = school({
      'GET /checkout/quote/': inTurn({ body: sampleQuote() }, { body: sampleQuote({ quote: 'newer' }) }),
      'POST /checkout/orders/': inTurn(refusalOf(orderProblems.quote_expired), { body: placed }),
    });
    const { user, goTo } = open();
    await fillIn(user);
    await user.click(await payButton());
    await waitFor(() => expect(goTo).toHaveBeenCalledOnce());
    expect(orders(server).map(({ quote }) => quote)).toEqual(['sealed', 'newer']);
  });

  it('turns off the one way to pay that does not answer, and leaves the others', async () => {
    school({ 'POST /checkout/orders/': () => refusalOf(orderProblems.provider_unavailable) });
    const { user } = open();
    await fillIn(user);
    await user.click(await payButton());
    await screen.findByText(/PayPal does not answer right now. Nothing was paid/u);
    expect((await payButton()).disabled).toBe(true);
    expect((await payButton('Pay €4.00 by card')).disabled).toBe(false);
    await user.click(await payButton('Pay €4.00 by card'));
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect((await payButton()).disabled).toBe(false);
  });

  it('says that there were too many orders, and keeps the form', async () => {
    school({ 'POST /checkout/orders/': () => refusalOf(requestProblems.too_many) });
    const { user, goTo } = open();
    await fillIn(user);
    await user.click(await payButton());
    await screen.findByText(requestProblems.too_many.error);
    expect(goTo).not.toHaveBeenCalled();
    expect((await payButton()).disabled).toBe(false);
  });

  it('never leaves for an address that no buyer is sent to', async () => {
    school({ 'POST /checkout/orders/': () => ({ body: { ...placed, pay_url: 'http://evil.example/pay' } }) });
    const { user, goTo } = open();
    await fillIn(user);
    await user.click(await payButton());
    await screen.findByText('The page to pay on cannot be opened. Nothing was paid.');
    expect(goTo).not.toHaveBeenCalled();
  });

  it('orders for free without a way to pay, and shows the order', async () => {
    const server = school({
      'GET /checkout/quote/': () => ({
        body: sampleQuote({ total: 0, providers: [], who_gets: [], is_test: true }),
      }),
      'POST /checkout/orders/': () => ({ body: { ...placed, pay_url: null } }),
    });
    const { user } = open();
    await fillIn(user);
    screen.getByText('Practice: no real money is taken.');
    await user.click(screen.getByRole('button', { name: 'Order for free' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Address').textContent).toBe(`/trackorder/${sampleToken}`),
    );
    expect(orders(server)[0]).toMatchObject({ provider: null });
  });

  it('says what cannot be bought, and asks for nothing where that is all of it', async () => {
    school({
      'GET /checkout/quote/': () => ({
        body: sampleQuote({
          lines: [],
          total: 0,
          editions: [],
          who_gets: [],
          left_out: [{ work_id: henId, edition: 'digital', why: 'not_for_sale' }],
        }),
      }),
    });
    open();
    await screen.findByText('Not for sale');
    screen.getByText('Nothing of this can be bought any more. Your cart is kept.');
    expect(screen.queryByRole('button', { name: /^(Pay|Order)/u })).toBeNull();
  });

  it('says that the shop is closed', async () => {
    school({ 'GET /checkout/quote/': () => refusalOf(orderProblems.closed) });
    open();
    await screen.findByText('The shop is closed');
    expect(screen.getByRole('link', { name: 'Back to the cart' }).getAttribute('href')).toBe('/cart');
  });

  it('says without a network that the cart is kept, and asks again', async () => {
    school({ 'GET /checkout/quote/': inTurn(null, { body: sampleQuote() }) });
    const { user } = open();
    await screen.findByText(/Your cart is kept. You can pay as soon as/u);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await payButton()).disabled).toBe(false);
  });

  it('keeps the form when the network goes, and lets nobody pay then', async () => {
    school({ 'GET /checkout/quote/': inTurn({ body: sampleQuote() }, null) });
    const { user } = open();
    await fillIn(user);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Copies of The hen' }), '3');
    await screen.findByText(/This form waits until it can be/u);
    expect((await payButton()).disabled).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/u }).value).toBe('Ada Hill');
  });

  it('sells a child nothing', () => {
    const server = school();
    useSessionStore.setState({ user: zoe });
    open();
    screen.getByText('Ask a grown-up');
    expect(server.asked).toEqual([]);
  });

  it('takes the cart to an own phone where nobody pays on this tablet', () => {
    const server = school();
    renderScreen(<CheckoutScreen works={[hen]} handover={<p>A code</p>} />, { replica: null });
    screen.getByText('A code');
    expect(server.asked).toEqual([]);
  });

  it('says that the cart is empty', () => {
    school();
    renderScreen(<CheckoutScreen works={[]} handover={null} />, { replica: null });
    screen.getByText('Your cart is empty');
    expect(within(screen.getByRole('banner')).getByRole('heading').textContent).toBe('Checkout');
  });
});
