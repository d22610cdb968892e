import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleClass, sampleProfile } from '#tests/support/screen-samples.ts';
import { ClassDetailsScreen } from './class-details.screen.tsx';

const maple = sampleClass({ no_of_students: 1, no_of_books: 2 });

function showDetails(id: string, replica = new FakeReplica()) {
  replica.putClass(maple);
  return renderScreen(
    <ClassDetailsScreen
      id={id}
      actions={({ name }) => <button type="button">Add to {name}</button>}
      roster={({ name }) => <p>Students of {name}</p>}
    />,
    { replica },
  );
}

function withClipboard(writeText: (text: string) => Promise<void>) {
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
}

describe('class details', () => {
  it('show name, code, counts, actions and students', () => {
    showDetails(maple.id);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Maple');
    for (const text of ['MAPXE247', '1 student', '2 books', 'Add to Maple', 'Students of Maple']) {
      expect(screen.getByText(text)).toBeTruthy();
    }
    expect(screen.getByRole('link', { name: 'Classes' }).getAttribute('href')).toBe(
      '/dashboard?option=Teacher%20Dashboard',
    );
  });

  it('copy the class code', async () => {
    const { user } = showDetails(maple.id);
    const copied: string[] = [];
    withClipboard((text) => {
      copied.push(text);
      return Promise.resolve();
    });
    await user.click(screen.getByRole('button', { name: 'Copy class code' }));
    expect(await screen.findByText('Class ID copied successfully.')).toBeTruthy();
    expect(copied).toEqual(['MAPXE247']);
  });

  it('say so when the browser refuses to copy', async () => {
    const { user } = showDetails(maple.id);
    withClipboard(() => Promise.reject(new Error('not allowed')));
    await user.click(screen.getByRole('button', { name: 'Copy class code' }));
    expect(await screen.findByText('Failed to copy class ID.')).toBeTruthy();
  });

  it.each([
    ['teacher', /given to someone else/u],
    ['school_admin', /a class of another school/u],
  ] as const)('tell a %s why a class may not be there', (role, text) => {
    useSessionStore.setState({ user: sampleProfile({ role }) });
    showDetails('not-an-id');
    expect(screen.getByText(text)).toBeTruthy();
    act(() => useSessionStore.setState(useSessionStore.getInitialState()));
  });

  it.each(['', 'not-an-id', sampleClass().id])('say that there is no class "%s"', (id) => {
    showDetails(id);
    expect(screen.getByText('Class not found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See all classes' }).getAttribute('href')).toBe(
      '/dashboard?option=Teacher%20Dashboard',
    );
  });

  it('offer to try again only when nothing is on the device and the school does not answer', async () => {
    const replica = new FakeReplica();
    replica.setPopulated(false);
    replica.say({ reachable: false });
    const { user } = showDetails(sampleClass().id, replica);
    expect(screen.getByText('Failed to fetch class data')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(replica.syncs).toBe(1);
  });

  it('are shown without a network when they are on the device', () => {
    const replica = new FakeReplica();
    replica.setPopulated(false);
    replica.say({ reachable: false });
    showDetails(maple.id, replica);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Maple');
  });
});
