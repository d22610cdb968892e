import { expect, it } from 'vitest';
import { readinessOf } from './ready.rules.ts';

const allThere = { isThere: () => true, hasPage: () => true, hasFilm: () => true };
const head = { kind: 'hub', title: 'Water', summary: 'All about it', for: 'everyone', curator: 'Ada' };

it('names what a block lacks as the editor does', () => {
  const blocks = [
    { id: 'words', kind: 'text', for: 'everyone', document: { type: 'doc', content: [] } },
    { id: 'way', kind: 'action', for: 'everyone', label: '', to: '' },
  ];
  const { lacks } = readinessOf({ kind: 'hub', slug: 'water' }, { head, blocks }, allThere);
  const said = lacks.filter(({ block }) => block !== null).map(({ lacks: words }) => words);
  expect(said).toContain('Please fill in “Text”');
  expect(said).toContain('Please fill in “Words on it”');
  expect(said.join()).not.toMatch(/“(?:content|label|to)”/u);
});
