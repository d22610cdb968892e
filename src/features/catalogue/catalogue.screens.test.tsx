import { screen, waitFor, within } from '@testing-library/react';
import Papa from 'papaparse';
import { describe, expect, it, vi } from 'vitest';
import type { SchoolWork } from '#contract/catalogue/catalogue.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { type ApiClient, ApiProblem } from '#src/sync/api-client.ts';
import {
  type Asked,
  catalogueScreens,
  row,
  sea,
  sky,
  TestSchool,
} from '#tests/support/catalogue-screens.tsx';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { catalogueCsv, schoolWorksCsv } from './catalogue-csv.ts';
import { SchoolWorksScreen } from './school-works.screen.tsx';

const { maple, workOf, noNetwork, show } = catalogueScreens();

describe('the list of stories', () => {
  it('says of each whose it is, how far it got, who may see it and where it stands', async () => {
    show(
      new TestSchool([
        workOf({ title: 'The kite', visibility: 'public', is_featured: true }),
        workOf({ title: 'The tortoise', author: null, byline: 'Aesop', school_class: null, categories: [] }),
        workOf({ title: '', state: 'withdrawn', is_taken_down: true, byline: 'The Owl' }),
      ]),
    );
    const kite = within(await row('The kite'));
    // An Arabic title is read from the right, and stands at the left like what is below it.
    const title = kite.getByRole('link', { name: 'The kite' });
    expect([title.getAttribute('dir'), title.firstElementChild?.tagName]).toEqual([null, 'BDI']);
    expect(kite.getByRole('link', { name: 'Zoë Fern' }).getAttribute('href')).toMatch(
      /^\/admin-school\/studentprofile\/./u,
    );
    for (const text of ['Zoë Fern', 'Maple', 'In the library', 'Community', 'Wished: Public', 'Shown first'])
      expect(kite.getByText(text)).toBeTruthy();
    expect(await kite.findByText('The sea')).toBeTruthy();
    const tortoise = within(await row('The tortoise'));
    for (const text of ['Aesop', 'No class']) expect(tortoise.getByText(text)).toBeTruthy();
    const unnamed = within(await row('A story without a title'));
    expect(unnamed.getByText('Taken down')).toBeTruthy();
    expect(unnamed.getByText('The Owl')).toBeTruthy();
    expect(screen.getByText('3 stories')).toBeTruthy();
  });

  it('is asked for as the address says, and its filters write there and begin on the first page', async () => {
    const school = new TestSchool([workOf({ state: 'submitted' }), workOf({ title: 'The hen' })]);
    const { user } = show(school, { address: '/?q=kite&sort=title&page=2&visibility=public&class=nonsense' });
    await waitFor(() => expect(school.of('catalogue.list')).toHaveLength(1));
    expect(school.of('catalogue.list')[0]?.query).toEqual({
      kind: 'story',
      search: 'kite',
      sort: 'title',
      audience: 'public',
      limit: limits.pageDefault,
      offset: limits.pageDefault,
    });
    // There is one page, and it is shown.
    await untilAddressIs('/?q=kite&sort=title&visibility=public&class=nonsense');
    await user.selectOptions(screen.getByLabelText('State'), 'Handed in (1)');
    await user.selectOptions(screen.getByLabelText('Class'), 'Maple');
    await user.selectOptions(screen.getByLabelText('Shelf'), 'On no shelf');
    await untilAddressIs(
      `/?q=kite&sort=title&visibility=public&class=${maple.id}&state=submitted&shelf=none`,
    );
    expect(school.of('catalogue.list').at(-1)?.query).toMatchObject({
      state: 'submitted',
      school_class: maple.id,
      category: 'none',
      offset: 0,
    });
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    await untilAddressIs('/?sort=title');
    await user.click(screen.getByRole('button', { name: 'Author' }));
    await untilAddressIs('/?sort=author');
    expect(school.of('catalogue.list').at(-1)?.query).toMatchObject({ sort: 'author' });
  });

  it('says that there are none, and what to do where nothing is like that', async () => {
    const { user } = show(new TestSchool([]), { address: '/?q=xyzzy&state=draft' });
    await screen.findByText('No stories match “xyzzy”');
    await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    await screen.findByText('There are no stories yet');
    await untilAddressIs('/');
  });

  it('stands as it was seen last while the school cannot be reached, and nothing can be changed', async () => {
    const localDrafts = new FakeLocalDrafts();
    const school = new TestSchool([workOf()]);
    const first = show(school, { localDrafts });
    await row('The kite');
    await waitFor(() => expect(localDrafts.text).toContain('The kite'));
    first.unmount();
    school.failure = noNetwork;
    show(school, { localDrafts });
    await screen.findByText(/^Quillshelf cannot be reached right now, so this is how it was/u);
    await row('The kite');
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Actions for/u })).toBeNull();
    expect(screen.getByRole('button', { name: 'Export as CSV' })).toHaveProperty('disabled', true);
  });

  it('is saved as a file of which the audit of the school hears, and by no guest of the platform', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:list');
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const school = new TestSchool([workOf(), workOf()]);
    const { user, replica, unmount } = show(school);
    const button = await screen.findByRole('button', { name: 'Export as CSV' });
    await waitFor(() => expect(button).toHaveProperty('disabled', false));
    await user.click(button);
    await waitFor(() => expect(saved).toHaveBeenCalled());
    expect(replica.queued).toEqual([['exports.noteList', { body: { list: 'works', rows: 2 } }]]);
    unmount();
    vi.restoreAllMocks();
    const visiting = { home: 'Quillshelf', host: 'localhost', is_platform: true, may: 'look' } as const;
    useSessionStore.setState({ user: sampleAdmin({ visiting }) });
    show(school);
    await screen.findAllByRole('row');
    expect(screen.queryByRole('button', { name: 'Export as CSV' })).toBeNull();
  });

  it('says what waits for a network, and what went wrong, and asks again', async () => {
    const school = new TestSchool([workOf()]);
    school.failure = noNetwork;
    const { user } = show(school);
    expect(await screen.findByText(/The list is kept at your school/u)).toBeTruthy();
    school.failure = new ApiProblem(
      500,
      { code: 'request.internal', error: 'x', errors: {}, request_id: 'r' },
      null,
    );
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('The stories could not be fetched')).toBeTruthy();
    school.failure = null;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await row('The kite')).toBeTruthy();
  });
});

describe('a list for a spreadsheet', () => {
  const cellsOf = (csv: string) => Papa.parse<string[]>(csv.slice(1), { skipEmptyLines: true }).data;
  const around = {
    shelfName: (id: string) => [sea, sky].find((shelf) => shelf.id === id)?.name ?? '',
    addressOf: ({ slug }: { slug: string }) => `https://school.test/library/${slug}`,
  };

  it('has a line for each, and no cell that a spreadsheet would run', () => {
    const work = workOf({ title: '=1+1', byline: '@Zoë', categories: [sea.id, 'gone', sky.id] });
    const [heads, line] = cellsOf(catalogueCsv([work], around));
    expect(heads?.slice(0, 3)).toEqual(['Title', 'First name', 'Last name']);
    expect(line).toEqual([
      "'=1+1",
      'Zoë',
      'Fern',
      "'@Zoë",
      'Maple',
      'In the library',
      'Community',
      'The sea, The sky',
      '3',
      '2',
      '2026-11-03',
      '2026-11-04',
      `https://school.test/library/${work.slug}`,
    ]);
  });

  it('of several schools says which school shows it', () => {
    const [, line] = cellsOf(schoolWorksCsv([shown()], ({ slug }) => slug));
    expect(line).toEqual(['The kite', 'Zoë', "'-Aspen", 'en', '3', '2026-11-03', 'the-kite']);
  });
});

function shown(fields: Partial<SchoolWork> = {}): SchoolWork {
  return {
    id: workOf().id,
    kind: 'book',
    title: 'The kite',
    slug: 'the-kite',
    byline: 'Zoë',
    language: 'en',
    level: null,
    parts: 3,
    published_at: '2026-11-03T10:00:00.000Z',
    school: { id: maple.id, school_name: '-Aspen', host: 'aspen.localhost' },
    ...fields,
  };
}

describe('what the schools of an organization show', () => {
  it('leads to the school where it is read, and is asked for by school', async () => {
    const asked: Asked[] = [];
    const api: ApiClient = {
      call: (endpoint, input) => {
        const { query } = input as Omit<Asked, 'name'>;
        asked.push({ name: (endpoint as { name: string }).name, ...(query && { query }) });
        const results =
          query?.['search'] === 'xyzzy'
            ? []
            : [
                shown(),
                shown({ title: 'No way there', school: { id: sea.id, school_name: 'Birch', host: null } }),
              ];
        const schools = [{ id: maple.id, school_name: 'Aspen', works: 1 }];
        return Promise.resolve({ count: results.length, next: null, results, schools } as never);
      },
    };
    const { user } = renderScreen(<SchoolWorksScreen kind="book" api={api} />, { replica: null });
    const link = await screen.findByRole('link', { name: 'The kite' });
    expect(link.getAttribute('href')).toMatch(/^http:\/\/aspen\.localhost(:\d+)?\/library\/the-kite$/u);
    expect(screen.queryByRole('link', { name: 'No way there' })).toBeNull();
    await user.selectOptions(screen.getByLabelText('School'), 'Aspen (1)');
    await untilAddressIs(`/?school=${maple.id}`);
    await user.selectOptions(screen.getByLabelText('In each school'), 'By title');
    await untilAddressIs(`/?school=${maple.id}&sort=title`);
    await waitFor(() =>
      expect(asked.at(-1)?.query).toMatchObject({ kind: 'book', school: maple.id, sort: 'title', offset: 0 }),
    );
    await user.type(screen.getByRole('searchbox'), 'xyzzy{Enter}');
    await screen.findByText('No books match “xyzzy”');
    await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    await screen.findByRole('link', { name: 'The kite' });
  });
});
