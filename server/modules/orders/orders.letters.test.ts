import { describe, expect, it } from 'vitest';
import { layOut, shownOf, type Letter } from '../mail/mail.layout.ts';
import { codeLetter, paidLetter, refundedLetter, transferLetter } from './orders.letters.ts';

const order = {
  number: 'GRN-7',
  currency: 'EUR',
  total: 400,
  buyer_name: 'Ada',
  buyer_email: 'ada@example.org',
};
const now = new Date('2026-03-02T08:00:00Z');
const trackUrl = 'http://greenfield.localhost/trackorder/canary';
const head = { school_name: 'Greenfield', primary_color: '#112233', button_color: '#112233' };
const certificates = [{ cause: 'Water', url: 'http://greenfield.localhost/certificates/canary' }];
const details = { holder: 'H', bank: 'B', account: 'A', code: 'C', words: 'W', reference: 'GRN-7' };

describe('what is shown later of a letter about an order', () => {
  it.each([
    ['its code', codeLetter(order, { code: 'canary', now })],
    ['its links', paidLetter(order, { titles: ['The hen'], trackUrl, hasPrint: false, certificates, now })],
    ['the way to pay', transferLetter(order, { details, until: now, trackUrl, now })],
    ['money that goes back', refundedLetter(order, { amount: 400, why: null, trackUrl, now })],
  ])('opens nothing: %s', (_what, { letter }: { letter: Letter }) => {
    expect(layOut(letter, head).text).toContain('canary');
    expect(layOut(letter, head).html).toContain('canary');
    const shown = JSON.stringify(shownOf(letter));
    expect(shown).toContain('Hello Ada');
    expect(shown).not.toContain('canary');
  });
});

it('a letter about a bank transfer says the last day as people write it', () => {
  const { letter } = transferLetter(order, {
    details,
    until: new Date('2026-03-16T08:00:00Z'),
    trackUrl,
    now,
  });
  expect(layOut(letter, head).text).toContain('We wait for it until 16 March 2026.');
});
