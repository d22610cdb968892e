import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { panelProblems } from '#contract/panel/panel.problems.ts';
import type { SavedView } from '#contract/panel/views.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { ListTools } from '#src/ui/list-frame.tsx';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { FakeSchoolServer, refusalOf } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { PeopleScreen } from './people.screen.tsx';
import { addressOfView, isSameView, viewQueryOf } from './saved-views.rules.ts';
import { SavedViews } from './saved-views.tsx';

beforeEach(() => useSessionStore.setState({ user: sampleAdmin(), ended: null }));

const call = '/v1/saved-views/';
const idOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const view = (number: number, changed: Partial<SavedView> = {}): SavedView => ({
  id: idOf(number),
  name: `View ${number}`,
  path: '/admin-panel/all-users',
  query: 'role=parent',
  ...changed,
});

type Answers = ConstructorParameters<typeof FakeSchoolServer>[0];

function open(answers: Answers, address = '/admin-panel/all-users') {
  const server = new FakeSchoolServer({
    'GET /v1/panel/people/': () => ({ body: { results: [], next: null, count: 0 } }),
    ...answers,
  });
  const list = (
    <ListTools value={<SavedViews />}>
      <PeopleScreen who="all" />
    </ListTools>
  );
  return { server, ...renderScreen(list, { address, localDrafts: new FakeLocalDrafts() }) };
}

async function openViews(user: ReturnType<typeof open>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Saved views' }));
  return await screen.findByRole('dialog', { name: 'Saved views' });
}

describe('saved views of a list', () => {
  it('are none at first, and keep search, filters and order without the page and a reason', async () => {
    const saved: SavedView[] = [];
    const { server, user } = open(
      {
        [`GET ${call}`]: () => ({ body: { results: saved } }),
        [`POST ${call}`]: ({ body }) => {
          saved.push({ id: idOf(1), ...(body as Omit<SavedView, 'id'>) });
          return { body: saved[0] };
        },
      },
      '/admin-panel/all-users?q=ana&role=parent&after=abc&reason=safety',
    );
    const dialog = await openViews(user);
    await within(dialog).findByText('No saved views yet. Set filters, then save the view here.');
    await user.click(within(dialog).getByRole('button', { name: 'Save this view…' }));
    const naming = await screen.findByRole('dialog', { name: 'Save this view' });
    await user.click(within(naming).getByRole('button', { name: 'Save' }));
    await within(naming).findByText('Please give it a name');
    await user.type(within(naming).getByRole('textbox', { name: 'Name' }), 'Parents called Ana');
    await user.click(within(naming).getByRole('button', { name: 'Save' }));
    const again = await screen.findByRole('dialog', { name: 'Saved views' });
    await within(again).findByRole('link', { name: 'Parents called Ana' });
    expect(server.asked.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Parents called Ana',
      path: '/admin-panel/all-users',
      query: 'q=ana&role=parent',
    });
  });

  it('are opened, those of other lists too', async () => {
    const { user } = open({
      [`GET ${call}`]: () => ({
        body: { results: [view(1), view(2, { path: '/admin-panel/all-tenants', query: '' })] },
      }),
    });
    const dialog = await openViews(user);
    const other = await within(dialog).findByRole('link', { name: 'View 2' });
    expect(other.getAttribute('href')).toBe('/admin-panel/all-tenants');
    await user.click(within(dialog).getByRole('link', { name: 'View 1' }));
    await untilAddressIs('/admin-panel/all-users?role=parent');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('are renamed, with what is wrong said at the name, and deleted', async () => {
    let views = [view(1), view(2)];
    const { server, user } = open({
      [`GET ${call}`]: () => ({ body: { results: views } }),
      [`PATCH ${call}${idOf(1)}/`]: ({ body }) => {
        const { name } = body as { name: string };
        if (name === 'View 2') return refusalOf(panelProblems.view_name_taken);
        views = [view(1, { name }), view(2)];
        return { body: views[0] };
      },
      [`DELETE ${call}${idOf(1)}/`]: () => {
        views = [view(2)];
        return { body: {} };
      },
    });
    const dialog = await openViews(user);
    await user.click(await within(dialog).findByRole('button', { name: 'Actions for View 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, 'View 2');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(panelProblems.view_name_taken.error);
    await user.clear(name);
    await user.type(name, 'Mothers');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Actions for Mothers' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const question = await screen.findByRole('dialog', { name: 'Delete “Mothers”?' });
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.asked.some(({ method }) => method === 'DELETE')).toBe(true));
    await screen.findByRole('link', { name: 'View 2' });
    expect(screen.queryByRole('link', { name: 'Mothers' })).toBeNull();
  });

  it('say what is wrong without a network, and that 20 are all', async () => {
    const first = open({});
    await openViews(first.user);
    await screen.findByText(/Your saved views show up here/u);
    first.unmount();
    const twenty = Array.from({ length: 20 }, (_, number) => view(number));
    const { user } = open({ [`GET ${call}`]: () => ({ body: { results: twenty } }) });
    const dialog = await openViews(user);
    await within(dialog).findByText('You have 20 saved views. Delete one to save another.');
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save this view…' }).disabled).toBe(
      true,
    );
  });

  it('have an address, which tells them apart', () => {
    expect(viewQueryOf('?a=1&after=x')).toBe('a=1');
    expect(addressOfView({ path: '/p', query: '' })).toBe('/p');
    expect(addressOfView({ path: '/p', query: 'a=1' })).toBe('/p?a=1');
    expect(isSameView({ path: '/p', query: 'a' }, { path: '/p', query: 'b' })).toBe(false);
  });
});
