import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OfferedResource } from '#contract/resources/resource-offers.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleProfile } from '#tests/support/screen-samples.ts';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { OwnResourcesScreen } from './own-resources.screen.tsx';
import { ResourceFormScreen } from './resource-form.screen.tsx';

beforeEach(() =>
  useSessionStore.setState({ user: sampleProfile({ role: 'parent', champion: 'teacher' }), ended: null }),
);

const id = '019a0000-0000-7000-8000-000000000001';
const moment = '2026-11-03T10:00:00.000Z';
const own = '/v1/champions/resources/';

const rivers: OfferedResource = {
  id,
  title: 'Rivers',
  description: '',
  text: 'bank, bed, mouth',
  level: null,
  categories: [],
  audience: 'staff',
  licence: 'own',
  credit: '',
  file: null,
  by: null,
  is_own: true,
  may_change: true,
  updated_at: moment,
  state: 'open',
  why: null,
  offered_at: moment,
};

describe('what a superpower teacher shares', () => {
  function open(results: readonly OfferedResource[]) {
    let shared = results;
    const server = new FakeSchoolServer({
      [`GET ${own}`]: () => ({ body: { results: shared } }),
      [`DELETE /resources/${id}/`]: () => {
        shared = [];
        return { body: { id } };
      },
    });
    return {
      server,
      ...renderScreen(<OwnResourcesScreen breadcrumb={null} />),
    };
  }

  it('says what became of each, and why one was not taken', async () => {
    open([
      rivers,
      { ...rivers, id: `${id.slice(0, -1)}2`, title: 'Ponds', state: 'approved', audience: 'public' },
      { ...rivers, id: `${id.slice(0, -1)}3`, title: 'Lakes', state: 'declined', why: 'Name a source' },
      { ...rivers, id: `${id.slice(0, -1)}4`, title: 'Wells', state: 'approved', audience: 'staff' },
    ]);
    const says = async (title: string) =>
      (await screen.findByRole('rowheader', { name: new RegExp(title, 'u') })).closest('tr')?.textContent;
    expect(await says('Rivers')).toContain('Waiting to be read');
    expect(await says('Ponds')).toContain('Everybody sees it');
    expect(await says('Lakes')).toContain('Not takenName a source');
    expect(await says('Wells')).toContain('Taken off again');
  });

  it('is removed after a question', async () => {
    const { user } = open([rivers]);
    await user.click(await screen.findByRole('button', { name: 'Actions for Rivers' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Rivers?' }));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('You share nothing yet')).toBeTruthy();
  });
});

describe('the form of a superpower teacher', () => {
  it('asks for no audience and for nothing that was bought, and sends it for everybody', async () => {
    const server = new FakeSchoolServer({
      [`GET ${own}${id}/`]: () => ({ body: rivers }),
      'GET /categories/': () => ({ body: { count: 0, next: null, results: [] } }),
      [`PUT /resources/${id}/`]: () => ({ body: rivers }),
    });
    const { user } = renderScreen(<ResourceFormScreen resourceId={id} breadcrumb={null} />);
    expect(await screen.findByText(/read each change first. Then everybody sees it./u)).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByRole('option', { name: 'Bought for our school alone' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Send it' }));
    await untilAddressIs('/champion/resources');
    expect(server.askedFor(`/resources/${id}/`)[0]?.body).toMatchObject({ audience: 'public' });
  });
});
