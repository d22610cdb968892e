import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleClass, sampleStudent } from '#tests/support/screen-samples.ts';
import { ClassDetails } from './classroom.tsx';

// It is on its way for as long as the test runs.
vi.mock(import('./office/classes.page.tsx'), () => new Promise<never>(() => undefined));

it('the menu of a student is whole when it opens, so that nothing moves away from under a finger', async () => {
  const replica = new FakeReplica();
  const maple = sampleClass();
  replica.putClass(maple, [sampleStudent(maple)]);
  replica.putClass(sampleClass({ name: 'Cedar' }), []);
  const { user } = renderScreen(<ClassDetails />, {
    replica,
    address: `/dashboard?id=${maple.id}`,
  });
  await user.click(await screen.findByRole('button', { name: 'Actions for Zoë Fern' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Rename',
    'Login card',
    'Archive',
    'Move to class',
  ]);
});

it('the buttons of the office have their places before they come, so that nothing below moves', async () => {
  const replica = new FakeReplica();
  const maple = sampleClass();
  replica.putClass(maple, [sampleStudent(maple)]);
  const { container } = renderScreen(<ClassDetails />, { replica, address: `/dashboard?id=${maple.id}` });
  await screen.findByRole('button', { name: 'Add Students' });
  const places = [...container.querySelectorAll('header [data-place]')];
  expect(places.map(({ textContent }) => textContent)).toEqual(['Download Class Login', '', 'Manage']);
  expect(screen.queryByRole('button', { name: 'Manage' })).toBeNull();
});
