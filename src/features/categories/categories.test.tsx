import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Category } from '#contract/works/categories.schema.ts';
import { categoryProblems } from '#contract/works/works.problems.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { FakeSchoolServer, refusalOf, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { CategoriesScreen } from './categories.screen.tsx';
import { CategoryFormScreen } from './category-form.screen.tsx';

const tales: Category = {
  id: '019a0000-0000-7000-8000-000000000001',
  name: 'Fairy tales',
  slug: 'fairy-tales',
  works: 1200,
  archived_at: null,
};
const news: Category = {
  id: '019a0000-0000-7000-8000-000000000002',
  name: 'Old news',
  slug: 'old-news',
  works: 1,
  archived_at: '2026-05-03T10:00:00.000Z',
};
const at = (id: string, rest = '') => `/categories/${id}/${rest}`;

let offline: boolean;
let all: Category[];

function serve(more: Record<string, (asked: { body: unknown }) => FakeAnswer> = {}) {
  const turn = (id: string, archived_at: string | null) => (): FakeAnswer => {
    all = all.map((each) => (each.id === id ? { ...each, archived_at } : each));
    return { body: all.find((each) => each.id === id) };
  };
  return new FakeSchoolServer({
    'GET /categories/': ({ query }) => {
      if (offline) return null;
      const results = all.filter(
        ({ archived_at }) => (archived_at !== null) === (query['is_archived'] === 'true'),
      );
      return { body: { count: results.length, next: null, results } };
    },
    [`GET ${at(tales.id)}`]: () => (offline ? null : { body: tales }),
    [`POST ${at(tales.id, 'archive/')}`]: turn(tales.id, '2026-06-01T10:00:00.000Z'),
    [`POST ${at(news.id, 'restore/')}`]: turn(news.id, null),
    ...more,
  });
}

beforeEach(() => {
  offline = false;
  all = [tales, news];
  useSessionStore.setState({ user: sampleAdmin() });
});

describe('the categories of the library', () => {
  const open = (address?: string) =>
    renderScreen(<CategoriesScreen />, {
      ...(address !== undefined && { address }),
    });
  const names = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent);

  it('are those on the shelf with how much stands on each, and lead to their names', async () => {
    serve();
    const { user } = open();
    const row = (await screen.findByRole('rowheader', { name: 'Fairy tales' })).closest('tr');
    expect(within(row as HTMLElement).getByText('1,200')).toBeTruthy();
    expect(names()).toEqual(['Fairy tales']);
    expect(screen.getByRole('link', { name: 'Add category' }).getAttribute('href')).toBe(
      '/admin-school/add-book-category',
    );
    expect(screen.getByRole('link', { name: 'Fairy tales' }).getAttribute('href')).toBe(
      `/admin-school/add-book-category/${tales.id}`,
    );
    await user.click(screen.getByRole('button', { name: 'Actions for Fairy tales' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
    await untilAddressIs(`/admin-school/add-book-category/${tales.id}`);
  });

  it('are put away, and come back from where those are that were put away', async () => {
    serve();
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Actions for Fairy tales' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Archive' }));
    await screen.findByText('Fairy tales is archived');
    await screen.findByText('There are no categories yet');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Which categories' }), 'Archived');
    await untilAddressIs('/?archived=');
    await user.click(await screen.findByRole('button', { name: 'Actions for Old news' }));
    expect(screen.queryByRole('menuitem', { name: 'Rename' })).toBeNull();
    await user.click(await screen.findByRole('menuitem', { name: 'Restore' }));
    await screen.findByText('Old news is back on the shelf');
    await waitFor(() => expect(names()).toEqual(['Fairy tales']));
  });

  it('stay as they are where the school cannot be reached, and the screen says so', async () => {
    serve({ [`POST ${at(tales.id, 'archive/')}`]: () => null });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Actions for Fairy tales' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Archive' }));
    await screen.findByText('Fairy tales could not be archived');
    expect(names()).toEqual(['Fairy tales']);
  });

  it('are asked for again once there is a network', async () => {
    offline = true;
    serve();
    const { user } = open();
    await screen.findByText(
      'They are kept at your school. They show up here as soon as Quillshelf can be reached.',
    );
    offline = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(names()).toEqual(['Fairy tales']));
  });
});

describe('the form of a category', () => {
  const open = (categoryId?: string, localDrafts = new FakeLocalDrafts()) =>
    renderScreen(<CategoryFormScreen categoryId={categoryId} breadcrumb={null} />, {
      localDrafts,
    });
  const save = () => screen.getByRole('button', { name: 'Save' });

  it('makes one, and says at the field what is wrong with the name', async () => {
    const { name_taken } = categoryProblems;
    const taken: FakeAnswer = {
      status: 409,
      body: {
        code: 'categories.name_taken',
        error: name_taken.error,
        errors: { name: [name_taken.error] },
        request_id: 'r',
      },
    };
    const answers: FakeAnswer[] = [taken];
    const server = serve({ 'POST /categories/': () => answers.shift() ?? { body: tales } });
    const { user } = open();
    await user.click(save());
    await screen.findByText('Please enter a name');
    expect(server.asked).toEqual([]);
    const field = screen.getByRole('textbox', { name: 'Name' });
    await user.type(field, 'Fairy tales');
    await user.click(save());
    await screen.findByText(name_taken.error);
    await user.type(field, ' 2');
    await user.click(save());
    await screen.findByText('Category added');
    await untilAddressIs('/admin-school/book-categories');
    expect(server.asked.map(({ body }) => body)).toEqual([
      { name: 'Fairy tales' },
      { name: 'Fairy tales 2' },
    ]);
  });

  it('gives one another name', async () => {
    const server = serve({ [`PATCH ${at(tales.id)}`]: () => ({ body: { ...tales, name: 'Tales' } }) });
    const { user } = open(tales.id);
    const field = await screen.findByRole('textbox', { name: 'Name' });
    await user.clear(field);
    await user.type(field, 'Tales');
    await user.click(save());
    await screen.findByText('Category renamed');
    expect(server.asked.at(-1)).toMatchObject({ method: 'PATCH', body: { name: 'Tales' } });
  });

  it('asks where another tab gave it another name meanwhile', async () => {
    let category = tales;
    const server = serve({
      [`GET ${at(tales.id)}`]: () => ({ body: category }),
      [`PATCH ${at(tales.id)}`]: () => ({ body: category }),
    });
    const { user } = open(tales.id);
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), '!');
    category = { ...tales, name: 'Sagas' };
    await user.click(save());
    await screen.findByText(/it is “Sagas” now/u);
    await user.click(save());
    await screen.findByText('Category renamed');
    expect(server.asked.at(-1)).toMatchObject({ method: 'PATCH', body: { name: `${tales.name}!` } });
  });

  it('keeps what was typed through the loss of the network and a reload, until it is saved', async () => {
    const localDrafts = new FakeLocalDrafts();
    const answers: FakeAnswer[] = [null];
    serve({ 'POST /categories/': () => (answers.length > 0 ? (answers.shift() ?? null) : { body: tales }) });
    const first = open(undefined, localDrafts);
    await first.user.type(screen.getByRole('textbox', { name: 'Name' }), 'Sagas');
    await first.user.click(save());
    await screen.findByText('The category could not be saved');
    await waitFor(() => expect(localDrafts.text).toContain('Sagas'));
    first.unmount();
    const again = open(undefined, localDrafts);
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Sagas'),
    );
    await again.user.click(save());
    await screen.findByText('Category added');
    await waitFor(() => expect(localDrafts.text).not.toContain('Sagas'));
  });

  it('says that there is no such category, and leads back', async () => {
    const { not_found } = categoryProblems;
    serve({ [`GET ${at(tales.id)}`]: () => refusalOf({ ...not_found, code: 'categories.not_found' }) });
    open(tales.id);
    await screen.findByText('There is no such category');
    expect(screen.getByRole('link', { name: 'See all categories' }).getAttribute('href')).toBe(
      '/admin-school/book-categories',
    );
  });
});
