import type { EditedPage } from '#contract/content/editor.schema.ts';

/** A page of which nothing is written yet. */
export function sampleEditedPage(fields: Partial<EditedPage> = {}): EditedPage {
  return {
    id: '0192f3a4-0000-7000-8000-000000000001',
    kind: 'page',
    slug: 'about',
    parent: null,
    language: 'en',
    languages: ['en'],
    live: null,
    last: null,
    planned: [],
    draft: null,
    newer: null,
    join_host: null,
    ...fields,
  };
}
