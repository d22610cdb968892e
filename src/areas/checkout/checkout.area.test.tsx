import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noteChildHere } from '#src/session/children-here.ts';
import { deviceStorage } from '#src/session/device-storage.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { hedgehogs } from '#tests/support/order-samples.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { CheckoutArea } from './checkout.area.tsx';

beforeEach(() => useSessionStore.setState({ user: null, ended: null }));
afterEach(() => deviceStorage.removeItem('childrenSignInBy'));

it('takes a gift for a cause from a tablet of children to an own phone', async () => {
  const server = new FakeSchoolServer({});
  noteChildHere('card');
  const address = `/checkout?give=${hedgehogs.id}`;
  renderScreen(<CheckoutArea notFound={null} />, { replica: null, address });
  await screen.findByRole('heading', { name: 'Give on your own phone' });
  screen.getByText(window.location.origin + address);
  expect(server.asked).toEqual([]);
});
