import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { PickedWork } from '#contract/panel/picks.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { PickedShelf } from './picked-shelf.tsx';

const work = (changed: Partial<PickedWork> = {}): PickedWork => ({
  id: '019a0000-0000-7000-8000-000000000001',
  school_name: 'Greenfield Primary',
  url: 'http://greenfield.localhost/library/the-hen',
  kind: 'book',
  title: 'The hen',
  byline: 'Zoë',
  language: 'en',
  level: null,
  parts: 4,
  cover: '/api/library-picks/a/b/c/',
  ...changed,
});

describe('the shelf of what was picked', () => {
  const open = (results: PickedWork[]) => {
    const server = new FakeSchoolServer({ 'GET /library-picks/': () => ({ body: { results } }) });
    renderScreen(<PickedShelf api={apiClient} />);
    return server;
  };

  it('leads to each work at its school', async () => {
    open([work(), work({ id: '019a0000-0000-7000-8000-000000000002', title: 'The fox', cover: null })]);
    const card = await screen.findByRole('link', { name: /The hen.*by Zoë.*Book · 4 pages.*Greenfield/u });
    expect(card.getAttribute('href')).toBe('http://greenfield.localhost/library/the-hen');
    expect(card.querySelector('img')?.getAttribute('src')).toBe('/api/library-picks/a/b/c/');
    expect(screen.getByRole('region', { name: 'Picked from our schools' })).toBeTruthy();
    expect(screen.getByRole('link', { name: /The fox/u })).toBeTruthy();
  });

  it('is not there where nothing was picked', async () => {
    const server = open([]);
    await waitFor(() => expect(server.askedFor('/library-picks/')).toHaveLength(1));
    expect(screen.queryByRole('region')).toBeNull();
  });
});
