import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PanelCategory } from '#contract/panel/categories.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { CategoryUse } from './category-use.tsx';
import { PanelCategoriesScreen } from './panel-categories.screen.tsx';

const id = '019a0000-0000-7000-8000-000000000001';
const call = '/v1/panel/categories/';
let poems: PanelCategory;

beforeEach(() => {
  useSessionStore.setState({ user: sampleAdmin(), ended: null });
  poems = { id, name: 'Poems', is_offered: true, schools: 214, public_works: 1200 };
});

function serve() {
  const setOffered = (is_offered: boolean) => () => {
    poems = { ...poems, is_offered };
    return { body: {} };
  };
  return new FakeSchoolServer({
    [`GET ${call}`]: () => ({ body: { results: [poems], next: null, count: 1 } }),
    [`GET ${call}${id}/`]: () => ({ body: poems }),
    [`PUT ${call}${id}/offer/`]: setOffered(true),
    [`DELETE ${call}${id}/offer/`]: setOffered(false),
  });
}

describe('all book categories', () => {
  it('stand with who has them, and are offered no more once that was asked', async () => {
    const server = serve();
    const { user } = renderScreen(<PanelCategoriesScreen />);
    const row = (await screen.findByRole('rowheader', { name: 'Poems' })).closest('tr');
    expect(row?.textContent).toContain('Start with itSchools214Public works1,200');
    await user.click(screen.getByRole('button', { name: 'Actions for Poems' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Stop offering' }));
    const dialog = await screen.findByRole('dialog', { name: 'Stop offering Poems?' });
    expect(dialog.textContent).toContain('Schools that have it keep it.');
    expect(server.askedFor(`${call}${id}/offer/`)).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Stop offering' }));
    await screen.findByText('New schools start without Poems');
    await waitFor(() => expect(screen.getByText('Start without it')).toBeTruthy());
  });
});

describe('a category', () => {
  it('says who has it, and is offered', async () => {
    poems = { ...poems, is_offered: false };
    serve();
    const { user } = renderScreen(<CategoryUse categoryId={id} />);
    await user.click(await screen.findByRole('button', { name: 'Offer to new schools' }));
    await screen.findByText('Start with it');
    expect(screen.queryByRole('button', { name: 'Offer to new schools' })).toBeNull();
  });
});
