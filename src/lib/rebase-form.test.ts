import { expect, it } from 'vitest';
import { rebaseForm } from './rebase-form.ts';

const seen = { name: 'Maple', price: '4', shelves: ['a'] };

it('keeps what was typed, and takes over what was saved elsewhere', () => {
  const { values, conflicts } = rebaseForm({ ...seen, name: 'Birch' }, seen, { ...seen, price: '5' });
  expect(values).toEqual({ name: 'Birch', price: '5', shelves: ['a'] });
  expect(conflicts).toEqual([]);
});

it('names a field that both changed, and leaves what was typed in it', () => {
  const { values, conflicts } = rebaseForm({ ...seen, name: 'Birch', shelves: ['b'] }, seen, {
    ...seen,
    name: 'Oak',
    shelves: ['a'],
  });
  expect(values).toEqual({ ...seen, name: 'Birch', shelves: ['b'] });
  expect(conflicts).toEqual(['name']);
});

it('sees no conflict where both typed the same', () => {
  const both = { ...seen, name: 'Birch' };
  expect(rebaseForm(both, seen, both)).toEqual({ values: both, conflicts: [] });
});

it('leaves a chosen file alone', () => {
  const file = new File(['x'], 'x.png');
  const none: { file: File | null } = { file: null };
  expect(rebaseForm({ file }, none, none)).toEqual({ values: { file }, conflicts: [] });
});
