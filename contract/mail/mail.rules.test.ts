import { describe, expect, it } from 'vitest';
import { goesToStaff, maskedAddress } from './mail.kinds.ts';
import { causeOfStatus, whySuppressed } from './mail.rules.ts';

describe('an address that is masked', () => {
  it.each([
    ['ana.ruiz@greenfield.test', 'a…z@greenfield.test'],
    ['ab@greenfield.test', 'a…@greenfield.test'],
    ['a@greenfield.test', 'a…@greenfield.test'],
    ['"odd@name"@greenfield.test', '"…"@greenfield.test'],
    ['no address', 'n…s'],
    ['', '…'],
  ])('%s is shown as %s', (address, masked) => {
    expect(maskedAddress(address)).toBe(masked);
  });

  it('is that of a letter which families, buyers and visitors get', () => {
    for (const kind of [
      'orders.paid',
      'passwords.reset_link',
      'offers.confirm',
      'payouts.arrived',
      'membersx.y',
    ])
      expect(goesToStaff(kind)).toBe(false);
    expect(goesToStaff('members.invitation')).toBe(true);
  });
});

describe('what a status of a mail server means', () => {
  it.each([
    ['5.1.1', 'address_unknown'],
    ['5.2.2', 'mailbox_full'],
    ['5.2.1', 'mailbox_closed'],
    ['4.4.7', 'not_reached'],
    ['5.7.1', 'not_accepted'],
    ['5.0.0', 'returned'],
    [null, 'returned'],
  ])('%s: %s', (status, cause) => {
    expect(causeOfStatus(status, 'returned')).toBe(cause);
  });
});

describe('who types an address that is not written to', () => {
  const since = new Date('2026-11-03T23:30:00Z');

  it('is told when and why, without a word of whom it was for', () => {
    expect(whySuppressed({ reason: 'refused', since, note: 'the mailbox is full' })).toBe(
      'Email to this address came back on 3 November: the mailbox is full. Please check the address.',
    );
    expect(whySuppressed({ reason: 'returned', since, note: '' })).toMatch(/on 3 November\. Please/u);
    expect(whySuppressed({ reason: 'manual', since, note: 'Ana asked' })).not.toContain('Ana');
    expect(whySuppressed({ reason: 'complaint', since, note: '' })).toMatch(/asked for no more/u);
  });
});
