import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleClass, sampleProfile } from '#tests/support/screen-samples.ts';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { ClassListScreen } from './class-list.screen.tsx';

function showList(classes: readonly SchoolClass[], { address = '/', replica = new FakeReplica() } = {}) {
  for (const row of classes) replica.putClass(row);
  return renderScreen(<ClassListScreen />, { replica, address });
}

function names() {
  return screen.getAllByRole('link').map((link) => link.textContent);
}

describe('the class list', () => {
  it('shows name, teacher, code and counts of each class, and leads to it', () => {
    const maple = sampleClass({ no_of_students: 28, no_of_books: 1 });
    showList([maple]);
    expect(screen.getByRole('link', { name: 'Maple' }).getAttribute('href')).toBe(
      `/dashboard?option=Teacher%20Dashboard&id=${maple.id}`,
    );
    for (const text of ['Tess Alder', 'MAPXE247', '28 students', '1 book']) {
      expect(screen.getByText(text, { exact: true, selector: 'li,p,span' })).toBeTruthy();
    }
  });

  it('is ordered by name, and otherwise on demand', async () => {
    const { user } = showList([
      sampleClass({ name: 'Oak 10', no_of_students: 5 }),
      sampleClass({ name: 'Oak 9', no_of_students: 31 }),
    ]);
    expect(names()).toEqual(['Oak 9', 'Oak 10']);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'By students');
    expect(names()).toEqual(['Oak 10', 'Oak 9']);
    await user.click(screen.getByRole('button', { name: 'Ascending order, switch to descending' }));
    expect(names()).toEqual(['Oak 9', 'Oak 10']);
    await untilAddressIs('/?sort=-students');
  });

  it('says so when a search finds nothing', async () => {
    const { user } = showList([sampleClass()], { address: '/?q=birch' });
    expect(screen.getByText('No classes match “birch”')).toBeTruthy();
    await user.click(screen.getByText('Clear search'));
    expect(names()).toEqual(['Maple']);
  });

  it('has 24 classes on a page', () => {
    showList(Array.from({ length: 400 }, (_, index) => sampleClass({ name: `Class ${index + 1}` })));
    expect(names()).toHaveLength(24);
    expect(screen.getByText('1–24 of 400 classes')).toBeTruthy();
  });

  it('says so when there are no classes yet', () => {
    showList([]);
    expect(screen.getByText('There are no classes yet')).toBeTruthy();
  });

  it.each([
    ['teacher', 'A class appears here as soon as the school office has made it.'],
    ['school_admin', 'Create the first class. A name is enough.'],
    ['teacher_admin', 'Create the first class. A name is enough.'],
  ] as const)('tells a %s what goes there: %s', (role, text) => {
    useSessionStore.setState({ user: sampleProfile({ role }) });
    showList([]);
    expect(screen.getByText(text)).toBeTruthy();
    act(() => useSessionStore.setState({ user: null }));
  });

  it('counts what has arrived while the first load goes on, and then shows it', () => {
    const replica = new FakeReplica();
    replica.setPopulated(false);
    showList([sampleClass(), sampleClass({ name: 'Cedar' })], { replica });
    expect(screen.getByText('Fetching your classes, 2 so far …')).toBeTruthy();
    act(() => replica.setPopulated(true));
    expect(names()).toEqual(['Cedar', 'Maple']);
  });

  it('offers to try again only when nothing is on the device and the school does not answer', async () => {
    const replica = new FakeReplica();
    replica.setPopulated(false);
    replica.say({ reachable: false });
    const { user } = showList([], { replica });
    expect(screen.getByText('Failed to fetch class data')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(replica.syncs).toBe(1);
  });

  it('shows what is on the device while there is no network', () => {
    const replica = new FakeReplica();
    replica.say({ reachable: false, state: 'waiting_for_network', waiting: 1 });
    showList([sampleClass()], { replica });
    expect(names()).toEqual(['Maple']);
  });
});
