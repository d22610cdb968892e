import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { tabStorage } from '#src/session/device-storage.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { listedHedgehogs } from '#tests/support/cause-samples.ts';
import { FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { hedgehogs, henId, sampleQuote } from '#tests/support/order-samples.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { CheckoutScreen } from './checkout.screen.tsx';

const hen = { id: henId, title: 'The hen', byline: 'Zoë' };
const owls = { ...listedHedgehogs, id: '019a0000-0000-7000-8000-0000000000cd', name: 'Owl Rescue' };

beforeEach(() => {
  useSessionStore.setState({ user: null, ended: null });
  sessionStorage.clear();
});

/** Comes to the checkout to give to this cause. */
function come(give: string | null, { works = [hen], quote = sampleQuote() } = {}) {
  const causes = { count: 2, next: null, results: [owls, listedHedgehogs] };
  const server = new FakeSchoolServer({
    'GET /checkout/quote/': () => ({ body: quote }),
    'GET /charities/': () => ({ body: causes }),
  });
  const checkout = <CheckoutScreen works={works} give={give} handover={null} />;
  return { server, ...renderScreen(checkout, { replica: null }) };
}

const cause = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'For a cause' });
const untilKept = (...texts: string[]) =>
  waitFor(() => {
    for (const text of texts) expect(tabStorage.getItem('keepsake checkout')).toContain(text);
  });
const restored = () => screen.findByText('What you typed before is still here.');

it('gives to the cause that a visitor came for, whatever was chosen before, and keeps what is chosen then', async () => {
  const first = come(null);
  await first.user.type(await screen.findByRole('textbox', { name: /^Name/u }), 'Ada Hill');
  await first.user.selectOptions(await cause(), owls.id);
  await untilKept(owls.id);
  first.unmount();

  const second = come(hedgehogs.id);
  await restored();
  expect(screen.getByRole('textbox', { name: /^Name/u })).toHaveProperty('value', 'Ada Hill');
  expect((await cause()).value).toBe(hedgehogs.id);
  await second.user.selectOptions(await cause(), owls.id);
  await untilKept(owls.id, hedgehogs.id);
  second.unmount();

  come(hedgehogs.id);
  await restored();
  expect((await cause()).value).toBe(owls.id);
});

it('says of a gift alone at once that its amount cannot be read', async () => {
  const { user } = come(hedgehogs.id, {
    works: [],
    quote: sampleQuote({ lines: [], total: 0, who_gets: [] }),
  });
  await screen.findByText(/^Say how much you give/u);
  const amount = await screen.findByRole('textbox', { name: /^Amount in EUR/u });
  await user.type(amount, 'five');
  await user.tab();
  await screen.findByText('Please enter an amount, such as 5');
  expect(amount.getAttribute('aria-invalid')).toBe('true');
});
