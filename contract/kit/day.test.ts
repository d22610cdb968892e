import * as v from 'valibot';
import { expect, it } from 'vitest';
import { typedDay, writtenDay } from './day.ts';

const accepts = (text: unknown) => v.is(typedDay('No'), text);

it.each(['2028-02-29', '2026-12-31', '0001-01-01', '9999-12-31'])('%s is a day', (text) => {
  expect(accepts(text)).toBe(true);
});

it.each([
  '2027-02-29',
  '2026-02-31',
  '2026-04-31',
  '0000-10-31',
  '2026-13-01',
  '2026-1-1',
  '',
  20_260_101,
  null,
])('%s is none', (text) => {
  expect(accepts(text)).toBe(false);
});

it('is written without the time zone of the device', () => {
  expect(writtenDay('2026-12-03')).toBe('3 December 2026');
});
