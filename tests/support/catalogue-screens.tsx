import { screen } from '@testing-library/react';
import { beforeEach } from 'vitest';
import { listedState } from '#contract/catalogue/catalogue.rules.ts';
import { type CatalogueWork, type ListedState, listedStates } from '#contract/catalogue/catalogue.schema.ts';
import { CatalogueScreen } from '#src/features/catalogue/catalogue.screen.tsx';
import { useSessionStore } from '#src/session/session.store.ts';
import { type ApiClient, NoNetworkError } from '#src/sync/api-client.ts';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin, sampleClass } from '#tests/support/screen-samples.ts';

export const sea = { id: '0192f3a4-0000-7000-8000-00000000c001', name: 'The sea' };
export const sky = { id: '0192f3a4-0000-7000-8000-00000000c002', name: 'The sky' };

export type Asked = { name: string; query?: Record<string, unknown>; body?: Record<string, unknown> };

/** The school's side: a list in pages, and what it was asked to change. */
export class TestSchool implements ApiClient {
  readonly asked: Asked[] = [];
  failure: Error | null = null;
  /** By the name of the endpoint. */
  readonly failures: Record<string, Error> = {};

  constructor(public works: CatalogueWork[]) {}

  readonly call: ApiClient['call'] = async (endpoint, input) => {
    const { name } = endpoint as { name: string };
    const { query, body } = input as Omit<Asked, 'name'>;
    this.asked.push({ name, ...(query && { query }), ...(body && { body }) });
    if (name === 'categories.list')
      return {
        count: 2,
        next: null,
        results: [sea, sky].map((shelf) => ({ ...shelf, slug: '', works: 1, archived_at: null })),
      } as never;
    const failure = this.failures[name] ?? this.failure;
    if (failure) throw failure;
    if (name !== 'catalogue.list') return { ids: body?.['ids'] } as never;
    const found = this.works.filter((work) => !query?.['state'] || listedState(work) === query['state']);
    const offset = Number(query?.['offset']);
    const states = Object.fromEntries(
      listedStates.map((state) => [state, this.works.filter((work) => listedState(work) === state).length]),
    ) as Record<ListedState, number>;
    return {
      count: found.length,
      next: null,
      results: found.slice(offset, offset + Number(query?.['limit'])),
      states,
    } as never;
  };

  of(name: string): Asked[] {
    return this.asked.filter((each) => each.name === name);
  }
}

export const row = (name: string) => screen.findByRole('row', { name: new RegExp(name, 'u') });

/** A school with stories for the screens of one test file. */
export function catalogueScreens() {
  const maple = sampleClass();

  let made = 0;

  function workOf(fields: Partial<CatalogueWork> = {}): CatalogueWork {
    made += 1;
    const number = String(made).padStart(4, '0');
    return {
      id: `0192f3a4-0000-7000-8000-00000000${number}`,
      kind: 'story',
      title: 'The kite',
      slug: `the-kite-${number}`,
      byline: 'Zoë',
      author: { id: '0192f3a4-0000-7000-8000-00000000a001', first_name: 'Zoë', last_name: 'Fern' },
      school_class: { id: maple.id, name: 'Maple' },
      state: 'published',
      is_taken_down: false,
      visibility: 'community',
      audience: 'community',
      is_reviewed: true,
      is_featured: false,
      categories: [sea.id],
      parts: 3,
      reactions: 2,
      published_at: '2026-11-03T10:00:00.000Z',
      updated_at: '2026-11-04T10:00:00.000Z',
      ...fields,
    };
  }

  const noNetwork = new NoNetworkError('none', false);

  beforeEach(() => useSessionStore.setState({ user: sampleAdmin() }));

  function show(school: TestSchool, { address = '/', localDrafts = new FakeLocalDrafts() } = {}) {
    const replica = new FakeReplica();
    replica.putClass(maple);
    return renderScreen(<CatalogueScreen kind="story" description="All of the school." api={school} />, {
      replica,
      address,
      localDrafts,
    });
  }

  return { maple, workOf, noNetwork, show };
}
