import { expect, it } from 'vitest';
import { lateMarksIn } from './late-marks.ts';

it('reads what late imports say of their part, and with which visits begin', () => {
  const code = `
    const Form = lazyPage(async () => (await import(/* part: office */ './form.tsx')).Form);
    const Shelves = async () =>
      (await import(/* first page: way-in */ '#src/shelves.tsx')).Shelves;
    const Plain = async () => await import('./plain.ts');
  `;
  expect(lateMarksIn(code)).toEqual([
    { kind: 'part', name: 'office', of: './form.tsx' },
    { kind: 'first page', name: 'way-in', of: '#src/shelves.tsx' },
  ]);
});

it('takes no other comment for a mark', () => {
  expect(lateMarksIn("import(/* the office */ './form.tsx')")).toEqual([]);
});

it.each([
  "import(/* part:aside */ './form.tsx')",
  'import(/* part: aside */ "./form.tsx")',
  'import(/* first: a */ x)',
])('says where a mark would not be read: %s', (code) => {
  expect(() => lateMarksIn(code)).toThrow(/mark/u);
});
