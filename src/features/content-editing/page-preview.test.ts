import { expect, it } from 'vitest';
import { product } from '#contract/kit/product.ts';
import { sampleEditedPage } from '#tests/support/edited-page.ts';
import { excerptOf, previewOf } from './page-preview.ts';

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
  const preview = previewOf(sampleEditedPage(), { head, blocks: [block] }, []);
  expect(preview.card.title).toBe(`About ${product.name}`);
  expect(JSON.stringify(preview.blocks)).toContain(`${product.name} is for classes.`);
  expect(excerptOf(block)).toBe(`${product.name} is for classes.`);
  const unfinished = previewOf(
    sampleEditedPage(),
    { head: { title: 'About %PRODUCT_NAME%' }, blocks: [] },
    [],
  );
  expect(unfinished.card.title).toBe(`About ${product.name}`);
});
