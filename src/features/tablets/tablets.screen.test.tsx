import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { product } from '#contract/kit/product.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { ApiProblem } from '#src/sync/api-client.ts';
import { FakeDevice } from '#tests/support/fake-device.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { sampleClass, sampleDevice } from '#tests/support/screen-samples.ts';
import { choose, showTablets, somebody, tabletsScreen } from '#tests/support/tablets-screen.tsx';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { useTabletsStore } from './tablets.store.ts';

const { noNetwork } = tabletsScreen();

describe('the tablets of a class', () => {
  it('are listed with what matters first: those that cannot be put away', async () => {
    showTablets([
      sampleDevice({ name: 'Tablet 1' }),
      sampleDevice({
        name: 'Tablet 2',
        unsent: 3,
        unsent_people: 1,
        app_version: '0.0.9',
        is_current_version: false,
      }),
    ]);
    const [first, second] = await screen.findAllByRole('rowheader');
    expect(first?.textContent).toBe('Tablet 2Version 0.0.9Old version');
    expect(second?.textContent).toBe(`Tablet 1Version ${product.version}`);
    expect(screen.getByText('1 tablet has changes that are not sent')).toBeTruthy();
    expect(screen.getByText('Not yet: 3 changes not sent')).toBeTruthy();
    expect(screen.getByText('Safe to put away')).toBeTruthy();
    expect(screen.getAllByText('2.4 GB free')).toHaveLength(2);
  });

  it('say of this one what it knows itself', async () => {
    const here = sampleDevice({ name: 'Tablet 1' });
    const replica = new FakeReplica();
    replica.say({ waiting: 1 });
    const device = new FakeDevice({ device_id: here.id, unsent_of_others: 1, others: 1 });
    showTablets([here], { replica, device });
    expect((await screen.findByRole('rowheader')).textContent).toMatch(/^Tablet 1This tablet/u);
    expect(screen.getByText('Not yet: 2 changes not sent')).toBeTruthy();
    act(() => replica.say({ waiting: 0 }));
    expect(screen.getByText('Not yet: 1 change not sent')).toBeTruthy();
  });

  it('say so when there are none', async () => {
    showTablets([]);
    expect(await screen.findByText('There are no tablets yet')).toBeTruthy();
  });

  it('can be those of one class, and the address says which', async () => {
    const replica = new FakeReplica();
    const maple = sampleClass({ name: 'Maple' });
    for (const row of [sampleClass({ name: 'Cedar' }), maple]) replica.putClass(row);
    const { user, school } = showTablets([sampleDevice()], { replica, address: '/dashboard?option=Tablets' });
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Class' }), 'Maple');
    await waitFor(() =>
      expect(school.asked.at(-1)).toMatchObject(['devices.list', { query: { school_class: maple.id } }]),
    );
    await untilAddressIs(`/dashboard?option=Tablets&class=${maple.id}`);
  });
});

describe('without a network', () => {
  it('a list that was never fetched says why, and is fetched on demand', async () => {
    const { user, school } = showTablets([sampleDevice()], {}, noNetwork);
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('Quillshelf cannot be reached right now')).toBeTruthy();
    school.failure = null;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('rowheader')).toBeTruthy();
  });

  it('the last list stays, says as of when it is, and offers nothing that cannot be done', async () => {
    const shown = showTablets([sampleDevice()]);
    await screen.findByRole('rowheader');
    shown.school.failure = noNetwork;
    await shown.user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText(/so this is how it was at/u)).toBeTruthy();
    expect(screen.getByRole('rowheader').textContent).toMatch(/^Tablet 3/u);
    await shown.user.click(screen.getByRole('button', { name: 'Actions for Tablet 3' }));
    const rename = await screen.findByRole<HTMLButtonElement>('menuitem', { name: 'Rename' });
    expect(rename.disabled).toBe(true);
    expect(screen.getByText('Only while the school can be reached')).toBeTruthy();
  });

  it('a refusal of the school is told as one', async () => {
    const body = { code: 'forbidden', error: 'Not yours', errors: {}, request_id: '1' };
    showTablets([], { address: '/?class=1' }, new ApiProblem(403, body, null));
    expect(await screen.findByText(/The school did not give the list/u)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('a class that is not there leads to all tablets', async () => {
    const body = { code: 'classes.not_found', error: 'Class not found', errors: {}, request_id: '1' };
    showTablets([], { address: '/?option=Tablets&class=1' }, new ApiProblem(404, body, null));
    expect(await screen.findByText('This is not here')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Show all tablets' }).getAttribute('href')).toBe(
      '/?option=Tablets',
    );
  });
});

describe('a tablet', () => {
  it('is renamed', async () => {
    const shown = showTablets([sampleDevice()]);
    await choose(shown, 'Tablet 3', 'Rename');
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await shown.user.clear(name);
    await shown.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Please enter a name.')).toBeTruthy();
    await shown.user.type(name, 'Tablet 7');
    await shown.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('rowheader', { name: /^Tablet 7/u })).toBeTruthy();
  });

  it('keeps what was typed where the school cannot be reached', async () => {
    const shown = showTablets([sampleDevice()]);
    await choose(shown, 'Tablet 3', 'Rename');
    shown.school.failure = noNetwork;
    await shown.user.type(await screen.findByRole('textbox', { name: 'Name' }), '3');
    await shown.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Quillshelf cannot be reached right now/u)).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Tablet 33');
  });

  it('is taken off the list after a question that says what waits on it', async () => {
    const shown = showTablets([sampleDevice({ unsent: 2 })]);
    await choose(shown, 'Tablet 3', 'Take off the list');
    const question = await screen.findByRole('dialog', { name: 'Take Tablet 3 off the list?' });
    expect(within(question).getByText(/^2 changes wait on it/u)).toBeTruthy();
    await shown.user.click(within(question).getByRole('button', { name: 'Take off the list' }));
    expect(await screen.findByText('There are no tablets yet')).toBeTruthy();
  });
});

it('the list of one person is not there for the next', async () => {
  showTablets([sampleDevice()]);
  await screen.findByRole('rowheader');
  act(() => useSessionStore.setState({ user: somebody('teacher', 'Somebody') }));
  expect(useTabletsStore.getState().tablets).toEqual([]);
});
