import { act, screen, waitFor, within } from '@testing-library/react';
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limits } from '#contract/kit/limits.ts';
import type { Role } from '#contract/kit/roles.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import type { WorkCard } from '#contract/works/works.schema.ts';
import { beginSession } from '#src/session/begin-session.ts';
import { noteChildHere } from '#src/session/children-here.ts';
import { deviceStorage, tabStorage } from '#src/session/device-storage.ts';
import { endSession } from '#src/session/end-session.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { ReplicaContext } from '#src/session/use-replica.ts';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { FakeSchoolServer, refusalOf, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { foxId, henId, sampleQuote, sampleShop } from '#tests/support/order-samples.ts';
import { zoe } from '#tests/support/pupil-user.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleProfile, sampleWork, sampleWorkCard } from '#tests/support/screen-samples.ts';
import { AddToCart } from './add-to-cart.tsx';
// It comes later on a page; here nobody waits for that.
import './ask-grown-up.dialog.tsx';
import { keepDraft } from './cart-draft.ts';
import { CartScreen } from './cart.screen.tsx';
import { useGuestCart } from './guest-cart.ts';
import { NavbarCart } from './navbar-cart.tsx';

const hen = sampleWork({ state: 'published' });
const fox = sampleWorkCard(2, { title: 'The fox', slug: 'the-fox' });

const Cover = ({ work }: { work: WorkCard }) => <i>{work.title}</i>;

/** Its shop is closed. */
function schoolHas(...works: readonly WorkCard[]): FakeSchoolServer {
  return schoolSells('closed', ...works);
}

function schoolSells(quote: FakeAnswer | 'closed', ...works: readonly WorkCard[]): FakeSchoolServer {
  return new FakeSchoolServer({
    'GET /shop/': () => ({ body: sampleShop({ is_open: quote !== 'closed' }) }),
    'GET /checkout/quote/': () => (quote === 'closed' ? refusalOf(orderProblems.closed) : quote),
    'GET /works/': ({ query }) => {
      const results = works.filter(({ id }) => query['ids']?.split(',').includes(id));
      return { body: { count: results.length, next: null, results } };
    },
  });
}

const schoolIsAway = () => new FakeSchoolServer({});

const page = (
  <>
    <NavbarCart inMenu={false} />
    <AddToCart work={hen} />
    <CartScreen Cover={Cover} />
  </>
);

const staff = (role: Role = 'teacher') => sampleProfile({ id: uuidv7(), role });
const session = (role: Role) => ({ access: 'a', refresh: 'r', user: staff(role) });
const stored = () => JSON.parse(deviceStorage.getItem('cartItems') ?? '[]') as { id: string }[];
const lines = () => within(screen.getByRole('list', { name: 'In your cart' })).getAllByRole('listitem');
const untilKept = () => act(() => keepDraft());
const putIn = (ids: readonly string[], added_at = new Date().toISOString()) => {
  deviceStorage.setItem('cartItems', JSON.stringify(ids.map((id) => ({ id, added_at }))));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'cartItems' })));
};

beforeEach(() => {
  useSessionStore.setState({ user: null, ended: null });
  putIn([]);
});
afterEach(async () => {
  vi.useRealTimers();
  await untilKept();
  localStorage.clear();
  tabStorage.removeItem('keepsake cart works');
});

describe('the cart of a visitor', () => {
  it('is filled at a book, once, shown at once with its count, and kept on the device when it was quiet', async () => {
    schoolHas(hen);
    const { user } = renderScreen(page, { replica: null });
    expect(screen.getByRole('link', { name: 'Cart' }).getAttribute('href')).toBe('/cart');
    screen.getByText('Your cart is empty');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await user.click(screen.getByRole('button', { name: 'Add to cart' }));
    expect(document.activeElement?.textContent).toBe('In your cart');
    screen.getByRole('link', { name: 'Cart, 1 in it' });
    expect(stored()).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(limits.statePersistDelay));
    expect(stored().map(({ id }) => id)).toEqual([hen.id]);
    expect(screen.queryByRole('button', { name: 'Add to cart' })).toBeNull();
    await screen.findByRole('link', { name: 'The hen' });
  });

  it('is emptied line by line and as a whole, and says that nothing can be bought while the shop is closed', async () => {
    schoolHas(hen, fox);
    putIn([hen.id, fox.id]);
    const { user } = renderScreen(<CartScreen Cover={Cover} />, { replica: null });
    await screen.findByRole('link', { name: 'The fox' });
    expect(lines().map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('The fox'),
      expect.stringContaining('The hen'),
    ]);
    await screen.findByText('Nothing can be bought here yet. Your cart is kept until then.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check out' }).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Take The hen out of the cart' }));
    expect(lines()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Clear the cart' }));
    await user.click(await screen.findByRole('button', { name: 'Clear' }));
    await screen.findByText('Your cart is empty');
    await untilKept();
    expect(deviceStorage.getItem('cartItems')).toBeNull();
  });

  it('follows another tab, and takes what makes no sense for an empty one', () => {
    schoolHas();
    renderScreen(<NavbarCart inMenu={false} />, { replica: null });
    putIn([hen.id, fox.id]);
    screen.getByRole('link', { name: 'Cart, 2 in it' });
    deviceStorage.setItem('cartItems', '{"of": "another shop"');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'cartItems' })));
    expect(screen.getByRole('link', { name: 'Cart' }).textContent).toBe('');
  });

  it('says what was taken off the shelf, and without a network what nobody here knows', async () => {
    schoolHas(fox);
    putIn([hen.id, fox.id]);
    const { unmount } = renderScreen(<CartScreen Cover={Cover} />, { replica: null });
    await screen.findByText('This one is not on the shelf any more.');
    unmount();
    schoolIsAway();
    renderScreen(<CartScreen Cover={Cover} />, { replica: null });
    await screen.findByText(
      'Quillshelf cannot be reached right now. You can go on: what you change is kept.',
    );
    // What was seen in this tab is known, and the other is not.
    expect(lines().map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('The fox'),
      expect.stringContaining('What it is called shows up here as soon as Quillshelf can be reached.'),
    ]);
  });

  it('is gone after half an hour where children sign in, and stays elsewhere', () => {
    const before = new Date(Date.now() - 31 * 60_000).toISOString();
    putIn([hen.id], before);
    expect(useGuestCart.getState().rows).toHaveLength(1);
    noteChildHere('typed');
    putIn([hen.id], before);
    expect(useGuestCart.getState().rows).toEqual([]);
    putIn([hen.id]);
    expect(useGuestCart.getState().rows).toHaveLength(1);
  });

  it('is gone from a page that stays open and from the device once the half hour is over', () => {
    vi.useFakeTimers();
    noteChildHere('typed');
    putIn([hen.id]);
    vi.advanceTimersByTime(20 * 60_000);
    // Whoever puts something in is still there.
    putIn([hen.id, fox.id]);
    vi.advanceTimersByTime(29 * 60_000);
    expect(useGuestCart.getState().rows).toHaveLength(2);
    vi.advanceTimersByTime(60_000);
    expect(useGuestCart.getState().rows).toEqual([]);
    expect(deviceStorage.getItem('cartItems')).toBeNull();
  });

  it('is gone as soon as somebody looks at a tablet that slept meanwhile', () => {
    vi.useFakeTimers();
    noteChildHere('typed');
    putIn([hen.id]);
    vi.setSystemTime(Date.now() + 31 * 60_000);
    expect(useGuestCart.getState().rows).toHaveLength(1);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(useGuestCart.getState().rows).toEqual([]);
    expect(deviceStorage.getItem('cartItems')).toBeNull();
  });
});

describe('whoever signs in', () => {
  it('has what they chose before in their own cart, and nothing of it is left on the device', async () => {
    schoolHas(hen, fox);
    putIn([hen.id, fox.id]);
    const visit = renderScreen(<CartScreen Cover={Cover} />, { replica: null });
    await screen.findByRole('link', { name: 'The fox' });
    visit.unmount();
    const localDrafts = new FakeLocalDrafts();
    act(() => beginSession(session('teacher'), false));
    const replica = new FakeReplica();
    const [kept, queued] = [vi.spyOn(localDrafts, 'keep'), vi.spyOn(replica, 'enqueue')];
    renderScreen(<NavbarCart inMenu={false} />, { localDrafts, replica });
    await screen.findByText('2 books and stories from this device came to your cart');
    expect(replica.queued).toEqual([['cart.change', { body: { add: [hen.id, fox.id], remove: [] } }]]);
    expect(deviceStorage.getItem('cartItems')).toBeNull();
    // Titles are stored before the cart is merged, so that a reload in between keeps them for offline use.
    expect(kept.mock.invocationCallOrder[0]).toBeLessThan(queued.mock.invocationCallOrder[0] ?? 0);
    expect(localDrafts.text).toContain('The fox');
    expect(tabStorage.getItem('keepsake cart works')).toBeNull();
  });

  it.each([
    ['is a child', 'student', false],
    ['shares the tablet with children', 'teacher', true],
  ] as const)('has nothing of a cart that was there before where it %s', (_what, role, isShared) => {
    if (isShared) noteChildHere('card');
    putIn([hen.id]);
    act(() => beginSession(session(role), false));
    const { replica } = renderScreen(<NavbarCart inMenu={false} />);
    expect(deviceStorage.getItem('cartItems')).toBeNull();
    expect(replica.queued).toEqual([]);
    act(() => endSession('signed_out'));
    expect(useGuestCart.getState().rows).toEqual([]);
  });

  it('loses nothing where the device could not keep it: it stays until it can', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const replica = new FakeReplica();
    replica.broken = new Error('full');
    putIn([hen.id]);
    act(() => beginSession(session('teacher'), false));
    renderScreen(<NavbarCart inMenu={false} />, { replica });
    await screen.findByText('What was in the cart of this device could not be kept');
    expect(stored().map(({ id }) => id)).toEqual([hen.id]);
  });
});

describe('the cart of somebody at school', () => {
  const open = (replica: FakeReplica, localDrafts = new FakeLocalDrafts()) => {
    useSessionStore.setState({ user: { ...staff(), id: replica.user_id } });
    return renderScreen(page, { replica, localDrafts });
  };

  it('goes there as one change for all that was done within a second, and nothing of it is in local storage', async () => {
    schoolHas(hen, fox);
    const replica = new FakeReplica();
    replica.putCart(fox.id);
    const { user } = open(replica);
    await user.click(screen.getByRole('button', { name: 'Add to cart' }));
    await user.click(await screen.findByRole('button', { name: 'Take The fox out of the cart' }));
    screen.getByRole('link', { name: 'Cart, 1 in it' });
    expect(replica.queued).toEqual([]);
    await untilKept();
    expect(replica.queued).toEqual([['cart.change', { body: { add: [hen.id], remove: [fox.id] } }]]);
    screen.getByRole('link', { name: 'Cart, 1 in it' });
    expect(stored()).toEqual([]);
  });

  it('shows without a network what was put in without one', async () => {
    schoolIsAway();
    const replica = new FakeReplica();
    replica.putCart();
    const localDrafts = new FakeLocalDrafts();
    const { user, unmount } = open(replica, localDrafts);
    await user.click(screen.getByRole('button', { name: 'Add to cart' }));
    await untilKept();
    await waitFor(() => expect(localDrafts.text).toContain('The hen'));
    unmount();
    open(replica, localDrafts);
    await screen.findByRole('link', { name: 'The hen' });
  });

  it('is said to be on this device alone where the device can keep nothing from school', async () => {
    schoolHas(hen);
    useSessionStore.setState({ user: staff() });
    const failed = { status: 'failed', error: new Error('no room') } as const;
    const { user } = renderScreen(<ReplicaContext value={failed}>{page}</ReplicaContext>);
    await user.click(screen.getByRole('button', { name: 'Add to cart' }));
    await untilKept();
    expect(stored().map(({ id }) => id)).toEqual([hen.id]);
    screen.getByText('Your cart stays on this device until you sign out.');
  });

  it('takes no more than it may', () => {
    schoolHas();
    const replica = new FakeReplica();
    replica.putCart(...Array.from({ length: limits.cartLines }, () => uuidv7()));
    open(replica);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add to cart' }).disabled).toBe(true);
    screen.getByText('Your cart is full. Take something out, then there is room.');
  });

  it('keeps what was done just before somebody signed out with whoever did it', async () => {
    schoolHas(hen);
    const replica = new FakeReplica();
    replica.putCart();
    const { user } = open(replica);
    await user.click(screen.getByRole('button', { name: 'Add to cart' }));
    act(() => endSession('signed_out'));
    await waitFor(() => expect(replica.queued).toHaveLength(1));
    expect(stored()).toEqual([]);
  });
});

describe('the way to the checkout', () => {
  const quote = sampleQuote({ left_out: [{ work_id: foxId, edition: 'digital', why: 'not_for_sale' }] });
  const visit = (address = '/cart') => renderScreen(<CartScreen Cover={Cover} />, { replica: null, address });

  it('is open where something is for sale, with prices, and says at its line what is not', async () => {
    schoolSells({ body: quote }, hen, fox);
    putIn([henId, foxId]);
    visit();
    expect((await screen.findByRole('link', { name: 'Check out' })).getAttribute('href')).toBe('/checkout');
    const [last, first] = lines();
    expect(first?.textContent).toContain('Digital €4.00 · Printed €12.00');
    expect(last?.textContent).toContain('Not for sale');
  });

  it('waits for the network and says why; what was put in stays', async () => {
    schoolSells(null, hen);
    putIn([henId]);
    visit();
    await screen.findByText('You can check out as soon as Quillshelf can be reached. Your cart is kept.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check out' }).disabled).toBe(true);
    expect(lines()).toHaveLength(1);
  });

  it('is closed with a shop that closes while it is asked', async () => {
    schoolSells(refusalOf(orderProblems.closed), hen);
    putIn([henId]);
    visit();
    expect((await screen.findByText(/^Nothing can be bought here yet/u)).id).toBe('checkout-note');
  });

  it('asks for no price where nothing is sold', async () => {
    const server = schoolHas(hen);
    putIn([henId]);
    visit();
    await screen.findByText(/^Nothing can be bought here yet/u);
    expect(server.askedFor('/checkout/quote/')).toEqual([]);
  });

  it('is closed where nothing of it is for sale', async () => {
    schoolSells({ body: sampleQuote({ lines: [], editions: [], total: 0 }) }, hen);
    putIn([henId]);
    visit();
    await screen.findByText('Nothing in your cart is for sale.');
    expect(screen.queryByRole('link', { name: 'Check out' })).toBeNull();
  });

  it('leads to an own phone on a tablet of children, but for staff', async () => {
    schoolSells({ body: quote }, hen);
    noteChildHere('card');
    putIn([henId]);
    const { unmount } = visit();
    await screen.findByRole('img', { name: 'A code that opens this cart on a phone' });
    screen.getByText(`${window.location.origin}/cart?add=${henId}`);
    expect(screen.queryByRole('link', { name: 'Check out' })).toBeNull();
    unmount();
    const replica = new FakeReplica();
    replica.putCart(henId);
    useSessionStore.setState({ user: { ...staff(), id: replica.user_id } });
    renderScreen(<CartScreen Cover={Cover} />, { replica });
    expect((await screen.findByRole('link', { name: 'Check out' })).getAttribute('href')).toBe('/checkout');
    expect(screen.queryByRole('img', { name: /^A code/u })).toBeNull();
  });

  it('begins on that phone with what the code carried, once', async () => {
    schoolSells({ body: quote }, hen, fox);
    putIn([henId]);
    visit(`/cart?add=${henId},${foxId},nothing`);
    await screen.findByText('1 book or story put in your cart');
    await waitFor(() => expect(lines()).toHaveLength(2));
    expect(screen.getByLabelText('Address').textContent).toBe('/cart');
    await untilKept();
    expect(stored().map(({ id }) => id)).toEqual([henId, foxId]);
  });
});

describe('a child', () => {
  it('asks a grown-up with a link and a code, and has no cart', async () => {
    useSessionStore.setState({ user: zoe });
    const { user, replica } = renderScreen(
      <>
        <AddToCart work={{ ...hen, audience: 'community' }} />
        <CartScreen Cover={Cover} />
      </>,
    );
    expect(screen.queryByRole('button', { name: 'Add to cart' })).toBeNull();
    screen.getByText(/Grown-ups buy books/u);
    await user.click(screen.getByRole('button', { name: 'Ask a grown-up' }));
    const dialog = await screen.findByRole('dialog', { name: 'Ask a grown-up' });
    within(dialog).getByRole('img', { name: 'A code that leads to The hen' });
    within(dialog).getByText(`${window.location.origin}/library/the-hen`);
    within(dialog).getByText(/the password that the school gives to families/u);
    await user.click(within(dialog).getByRole('button', { name: 'Copy the link' }));
    await screen.findByText('The link is copied.');
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/library/the-hen`);
    expect(replica.queued).toEqual([]);
  });

  it('is asked nothing about what is not on the shelf', () => {
    useSessionStore.setState({ user: zoe });
    renderScreen(<AddToCart work={{ ...hen, state: 'draft' }} />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
