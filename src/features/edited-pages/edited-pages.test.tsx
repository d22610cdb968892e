import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contentProblems } from '#contract/content/content.problems.ts';
import type { EditedPageRow } from '#contract/content/editor.schema.ts';
import { sampleEditedPage } from '#tests/support/edited-page.ts';
import { FakeSchoolServer, refusalOf } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import type { PageEditing } from '#contract/content/content.paths.ts';
import { EditedPagesScreen } from './edited-pages.screen.tsx';

type Answers = ConstructorParameters<typeof FakeSchoolServer>[0];

const id = '0192f3a4-0000-7000-8000-000000000001';
const row: EditedPageRow = {
  id,
  kind: 'hub',
  slug: 'water',
  parent: null,
  title: 'Water',
  is_own: false,
  choice: 'shown',
  languages: ['en'],
  state: 'live',
  has_draft: false,
  has_newer: false,
  live_from: '2026-11-01T00:00:00.000Z',
  live_until: null,
  changed_by: null,
  changed_at: '2026-11-01T00:00:00.000Z',
};

const madePage = sampleEditedPage({ id, kind: 'event', slug: 'book-week' });

function open(rows: EditedPageRow[], editor: PageEditing = 'school', answers: Answers = {}) {
  const server = new FakeSchoolServer({
    'GET /v1/content/': () => ({ body: { count: rows.length, next: null, results: rows } }),
    [`PUT /v1/content/${id}/choice/`]: () => ({ body: { id, choice: 'hidden' } }),
    ...answers,
  });
  return {
    server,
    ...renderScreen(<EditedPagesScreen editor={editor} />, {
      address: '/',
    }),
  };
}

describe('the list of public pages', () => {
  it('lets a school hide a page of the platform', async () => {
    const { user, server } = open([row]);
    await user.click(await screen.findByRole('button', { name: 'Hide Water' }));
    expect(await screen.findByText('“Water” is hidden')).toBeTruthy();
    const asked = server.askedFor(`/v1/content/${id}/choice/`);
    expect(asked.map(({ body }) => body)).toEqual([{ choice: 'hidden' }]);
    await waitFor(() => expect(server.askedFor('/v1/content/')).toHaveLength(2));
  });

  it('offers to show again what is hidden, and leaves legal pages and own ones alone', async () => {
    open([
      { ...row, choice: 'hidden' },
      { ...row, id: id.replace(/1$/u, '2'), kind: 'legal', slug: 'privacy-policy', title: 'Privacy' },
      { ...row, id: id.replace(/1$/u, '3'), is_own: true, title: 'Our day' },
    ]);
    expect(await screen.findByRole('button', { name: 'Show Water' })).toBeTruthy();
    expect(screen.getByText('Hidden at your school')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Water' })).toBeNull();
    expect(screen.getByText('Always shown')).toBeTruthy();
    expect(screen.getByText('Your own page')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Privacy|Our day/u })).toBeNull();
  });

  it('says what has become of the pages of the platform', async () => {
    open([{ ...row, has_draft: true, has_newer: true }], 'platform');
    expect(await screen.findByText('A draft is beside it')).toBeTruthy();
    expect(screen.getByText('A newer text came with the program')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Hide Water' })).toBeNull();
  });

  it('leads to the editor of own pages alone', async () => {
    open([row, { ...row, id: id.replace(/1$/u, '3'), is_own: true, title: 'Our day' }]);
    const own = await screen.findByRole('link', { name: 'Edit Our day' });
    expect(own.getAttribute('href')).toBe(`/admin-school/content/${id.replace(/1$/u, '3')}`);
    expect(screen.queryByRole('link', { name: 'Edit Water' })).toBeNull();
  });

  it('begins a page, and says at its address that there is one already', async () => {
    const taken = refusalOf(contentProblems.slug_taken);
    const answers = [taken, { body: madePage }];
    const { user, server } = open([], 'school', { 'POST /v1/content/': () => answers.shift() ?? null });
    await user.click(await screen.findByRole('button', { name: 'New page' }));
    await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Book week');
    const address = screen.getByRole('textbox', { name: 'Address' });
    await user.type(address, 'Book week');
    await user.click(screen.getByRole('button', { name: 'Make the page' }));
    expect(screen.getByText(/^Please use small letters/u)).toBeTruthy();
    await user.clear(address);
    await user.type(address, 'book-week');
    await user.click(screen.getByRole('button', { name: 'Make the page' }));
    expect(await screen.findByText(contentProblems.slug_taken.error)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Make the page' }));
    await waitFor(() =>
      expect(screen.getAllByLabelText('Address').at(-1)?.textContent).toBe(
        `/admin-school/content/${id}?language=en`,
      ),
    );
    const asked = server.asked.findLast(({ method }) => method === 'POST');
    expect(asked?.body).toEqual({ kind: 'event', slug: 'book-week', title: 'Book week', language: 'en' });
  });
});
