import * as v from 'valibot';
import { expect, it } from 'vitest';
import { ContentHead } from '#contract/content/content.schema.ts';
import { withProductName } from '#contract/content/product-name.rules.ts';
import { product } from '#contract/kit/product.ts';
import { readText } from './shipped-texts.ts';
import { foundBy } from './put-texts.ts';

it('is found by what a visitor may read of it, and not by what is for staff', () => {
  const source = [
    '---',
    'title: Über %PRODUCT_NAME%',
    'summary: Short',
    '---',
    ':::text #a',
    'Open words',
    ':::',
    ':::text #b for=staff',
    'Hidden words',
    ':::',
    '',
  ].join('\n');
  const { head, blocks } = readText('x.md', source, 'page');
  const words = foundBy(head, blocks);
  expect(words).toContain(product.name.toLowerCase());
  expect(words).toContain('open words');
  expect(words).not.toContain('hidden');
});

it('names the product wherever a text does', () => {
  const head = v.parse(ContentHead, {
    kind: 'hub',
    title: 'By %PRODUCT_NAME%',
    summary: '%PRODUCT_NAME%, and %PRODUCT_NAME% again',
    curator: '%PRODUCT_NAME%',
  });
  expect(withProductName(head)).toEqual({
    ...head,
    title: `By ${product.name}`,
    summary: `${product.name}, and ${product.name} again`,
    curator: product.name,
  });
});
