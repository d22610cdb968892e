import { expect, it } from 'vitest';
import { dueLetter, readOnlyLetter, reminderLetter } from './subscriptions.letters.ts';

const now = new Date('2026-03-02T08:00:00Z');
const billing = { name: 'Ada', email: 'ada@example.org' } as Parameters<typeof dueLetter>[0];
const order = {
  plan_name: 'School',
  seats: 30,
  currency: 'EUR',
  total: 9000,
  period_start: '2026-03-11',
  paid_until: '2026-03-10',
  grace_ends_on: '2026-03-24',
  pay_url: 'http://greenfield.localhost/trackorder/x',
};

it.each([
  ['what is due', dueLetter(billing, order, now), ['10 March 2026', '11 March 2026']],
  [
    'what is due soon',
    reminderLetter(billing, { ...order, day: -3 }, now),
    ['10 March 2026', '24 March 2026'],
  ],
  [
    'what is not paid',
    reminderLetter(billing, { ...order, day: 7 }, now),
    ['10 March 2026', '24 March 2026'],
  ],
  ['what ran out', readOnlyLetter(billing, order, now), ['10 March 2026']],
])('a letter about %s says days as people write them', (_what, { subject, letter }, days) => {
  const text = JSON.stringify([subject, letter.paragraphs]);
  expect(days.filter((day) => !text.includes(day))).toEqual([]);
  expect(text).not.toMatch(/\d{4}-\d\d-\d\d/u);
});
