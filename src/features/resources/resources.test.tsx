import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { resourceProblems } from '#contract/resources/resources.problems.ts';
import type { Resource } from '#contract/resources/resources.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { ApiProblem, NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin, sampleProfile } from '#tests/support/screen-samples.ts';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { ResourceFormScreen } from './resource-form.screen.tsx';
import { ResourcesScreen } from './resources.screen.tsx';

const fractions: Resource = {
  id: '018f0000-0000-7000-8000-000000000001',
  title: 'Fractions in a minute',
  description: 'A warm-up.',
  text: 'Cut the cake in two.',
  level: null,
  categories: [],
  audience: 'staff',
  licence: 'own',
  credit: '',
  file: null,
  by: 'Tess Alder',
  is_own: true,
  may_change: true,
  updated_at: '2026-05-03T10:00:00.000Z',
};

const shelfId = '018f0000-0000-7000-8000-0000000000c1';

let shared: Resource[];
let saved: { params: { resourceId: string }; body: Record<string, unknown> }[];
let asked: unknown[];
let failure: Error | null;

const api: ApiClient = {
  call: (endpoint, input) => {
    const { name } = endpoint as { name: string };
    if (failure) return Promise.reject(failure);
    if (name === 'categories.list')
      return Promise.resolve({
        count: 1,
        next: null,
        results: [{ id: shelfId, name: 'Numbers', slug: 'numbers', works: 1, archived_at: null }],
      } as never);
    if (name === 'resources.list') {
      asked.push((input as { query: unknown }).query);
      return Promise.resolve({ count: shared.length, next: null, results: shared } as never);
    }
    if (name === 'resources.read') return Promise.resolve(shared[0] as never);
    if (name === 'resources.remove') shared = [];
    else saved.push(input as never);
    return Promise.resolve(fractions as never);
  },
};

beforeEach(() => {
  shared = [fractions];
  saved = [];
  asked = [];
  failure = null;
  useSessionStore.setState({ user: sampleProfile({ role: 'teacher' }) });
});

describe('the list of what one shares', () => {
  const open = () => renderScreen(<ResourcesScreen api={api} />);

  it('shows one’s own, and everybody’s where that is asked for', async () => {
    const { user } = open();
    await screen.findByRole('rowheader', { name: /Fractions in a minute/u });
    expect(asked.at(-1)).toMatchObject({ by: 'me', sort: '-updated_at' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Whose' }), 'everybody');
    await screen.findByRole('columnheader', { name: 'Shared by' });
    await waitFor(() => expect(asked.at(-1)).not.toHaveProperty('by'));
    await untilAddressIs('/?of=everybody');
  });

  it('removes one after a question', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Actions for Fractions in a minute' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Fractions in a minute?' }));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('You share nothing yet')).toBeTruthy();
  });

  it('lets nobody change a colleague’s', async () => {
    shared = [{ ...fractions, is_own: false, may_change: false }];
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Actions for Fractions in a minute' }));
    await screen.findByRole('menuitem', { name: 'Look at it' });
    expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull();
  });
});

describe('the form', () => {
  const open = (resourceId?: string, localDrafts = new FakeLocalDrafts()) =>
    renderScreen(<ResourceFormScreen resourceId={resourceId} breadcrumb={null} api={api} />, { localDrafts });

  it('says at each field what is missing, and sends nothing', async () => {
    const { user } = open();
    await user.selectOptions(screen.getByRole('combobox', { name: 'On what terms?' }), 'cc_by');
    await user.click(screen.getByRole('button', { name: 'Share it' }));
    expect(await screen.findByText('Please enter a title')).toBeTruthy();
    expect(screen.getByText('Please choose a file, or write a text.')).toBeTruthy();
    expect(screen.getByText('Please say whose it is')).toBeTruthy();
    expect(saved).toEqual([]);
  });

  it('shares a file, by what it is and not by what it is called', async () => {
    const { user } = open();
    await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Halves');
    const field = screen.getByLabelText<HTMLInputElement>('File');
    await user.upload(field, new File(['<html>'], 'a.pdf', { type: 'application/pdf' }));
    expect(await screen.findByText(/^This file cannot be read/u)).toBeTruthy();
    await user.upload(
      field,
      new File(['%PDF-1.7\nstartxref\n0\n%%EOF'], 'halves.pdf', { type: 'application/pdf' }),
    );
    await screen.findByText('halves.pdf');
    await user.click(screen.getByRole('radio', { name: /^The whole school/u }));
    await user.click(await screen.findByRole('checkbox', { name: 'Numbers' }));
    await user.click(screen.getByRole('button', { name: 'Share it' }));
    await untilAddressIs('/uploadcontent');
    expect(saved).toHaveLength(1);
    expect(saved[0]?.body).toMatchObject({ title: 'Halves', audience: 'community', categories: shelfId });
    expect(saved[0]?.body['file']).toMatchObject({ name: 'halves.pdf' });
  });

  it('is for everybody by an administrator alone', async () => {
    const { unmount } = open();
    const everybody = () => screen.findByRole('radio', { name: /^Everybody/u });
    expect(await everybody()).toHaveProperty('disabled', true);
    unmount();
    useSessionStore.setState({ user: sampleAdmin() });
    open();
    expect(await everybody()).toHaveProperty('disabled', false);
  });

  it('begins with the school where a teacher changes what is public', async () => {
    shared = [{ ...fractions, audience: 'public' }];
    open(fractions.id);
    expect(await screen.findByRole('radio', { name: /^The whole school/u })).toHaveProperty('checked', true);
  });

  it('keeps what another tab saved of it meanwhile', async () => {
    const { user } = open(fractions.id);
    await user.type(await screen.findByRole('textbox', { name: 'Title' }), '!');
    shared = [{ ...fractions, text: 'Cut it in two.' }];
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.body).toMatchObject({ title: `${fractions.title}!`, text: 'Cut it in two.' });
  });

  it('keeps the words and the id where it does not get through', async () => {
    const localDrafts = new FakeLocalDrafts();
    const { user } = open(undefined, localDrafts);
    await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Halves');
    await user.type(screen.getByRole('textbox', { name: 'Text' }), 'Cut it.');
    failure = new NoNetworkError('cut', false);
    await user.click(screen.getByRole('button', { name: 'Share it' }));
    await screen.findByText('Quillshelf cannot be reached right now. Your words stay here until it can be.');
    await waitFor(() => expect(localDrafts.text).toContain('Halves'));
    const { nothing_in_it } = resourceProblems;
    failure = new ApiProblem(
      400,
      { ...nothing_in_it, request_id: 'r', errors: { file: ['Choose it again.'] } },
      null,
    );
    await user.click(screen.getByRole('button', { name: 'Share it' }));
    expect(await screen.findByText('Choose it again.')).toBeTruthy();
    failure = null;
    await user.click(screen.getByRole('button', { name: 'Share it' }));
    await untilAddressIs('/uploadcontent');
    await waitFor(() => expect(localDrafts.text).toBe(''));
  });

  it('is not shown of a colleague’s', async () => {
    shared = [{ ...fractions, may_change: false }];
    open(fractions.id);
    expect(await screen.findByText('This is a colleague’s')).toBeTruthy();
  });
});
