import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { WaitingStory } from '#contract/writing/reviews.schema.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleClass } from '#tests/support/screen-samples.ts';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { ReviewQueue } from './review-queue.tsx';

const maple = sampleClass();
const kite: WaitingStory = {
  id: '018f0000-0000-7000-8000-000000000001',
  kind: 'story',
  title: 'The kite',
  slug: 'the-kite',
  author: { id: '018f0000-0000-7000-8000-000000000002', first_name: 'Zoë', last_name: 'Fern' },
  school_class: { id: maple.id, name: 'Maple' },
  state: 'submitted',
  submitted_at: '2026-11-20T08:30:00.000Z',
};

let waiting: WaitingStory[];
let asked: unknown[];
const api: ApiClient = {
  call: (_endpoint, input) => {
    asked.push((input as { query?: unknown }).query);
    return Promise.resolve({ count: waiting.length, next: null, results: waiting } as never);
  },
};

beforeEach(() => {
  waiting = [kite];
  asked = [];
});

function open(address = '/') {
  const replica = new FakeReplica();
  replica.putClass(maple, []);
  return renderScreen(<ReviewQueue api={api} />, { replica, address });
}

it('lists what waits, by whom and of which class', async () => {
  open();
  const title = await screen.findByRole('link', { name: 'The kite' });
  expect(title.getAttribute('href')).toBe(`/dashboard?option=Stories&story=${kite.id}`);
  expect(screen.getByRole('row', { name: /The kite.*Zoë Fern.*Maple/u })).toBeTruthy();
});

it('keeps what it is narrowed to in the way to each', async () => {
  open('/?kind=story&q=kite&sort=oldest');
  const title = await screen.findByRole('link', { name: 'The kite' });
  expect(title.getAttribute('href')).toBe(`/dashboard?option=Stories&story=${kite.id}&q=kite&kind=story`);
});

it('says of a child without a class that there is none', async () => {
  waiting = [{ ...kite, school_class: null }];
  open();
  expect(await screen.findByRole('row', { name: /The kite.*Zoë Fern.*No class/u })).toBeTruthy();
});

it('lists what waits before the device has opened what it keeps, or where it can keep nothing', async () => {
  renderScreen(<ReviewQueue api={api} />, { replica: null });
  expect(await screen.findByRole('link', { name: 'The kite' })).toBeTruthy();
  expect(screen.getByLabelText('Class').textContent).toBe('All classes');
});

it('asks for what is looked for, and says where nothing is like it', async () => {
  waiting = [];
  const { user } = open();
  await screen.findByText('Nothing is waiting for you');
  await user.type(screen.getByRole('searchbox', { name: 'Search by title or author' }), 'kite{Enter}');
  await user.selectOptions(screen.getByLabelText('Class'), 'Maple');
  await user.selectOptions(screen.getByLabelText('Kind'), 'Book');
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({ search: 'kite', kind: 'book', school_class: maple.id, limit: 20 }),
  );
  await screen.findByText('No books or stories match “kite”');
  await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
  await screen.findByText('Nothing is waiting for you');
  await untilAddressIs('/');
});
