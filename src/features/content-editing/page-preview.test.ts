import { expect, it } from 'vitest';
import type { EditedPage } from '#contract/content/editor.schema.ts';
import { product } from '#contract/kit/product.ts';
import { excerptOf, previewOf } from './page-preview.ts';

const page: EditedPage = {
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
};
const block = {
  id: 'words-1',
  kind: 'text',
  document: {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: '%PRODUCT_NAME% is for classes.' }] }],
  },
};

it('shows a text of the program as readers see it: the product has its name', () => {
  const head = { kind: 'page', title: 'About %PRODUCT_NAME%', summary: 'What it is', goals: [], ages: [] };
  const preview = previewOf(page, { head, blocks: [block] }, []);
  expect(preview.card.title).toBe(`About ${product.name}`);
  expect(JSON.stringify(preview.blocks)).toContain(`${product.name} is for classes.`);
  expect(excerptOf(block)).toBe(`${product.name} is for classes.`);
  const unfinished = previewOf(page, { head: { title: 'About %PRODUCT_NAME%' }, blocks: [] }, []);
  expect(unfinished.card.title).toBe(`About ${product.name}`);
});
