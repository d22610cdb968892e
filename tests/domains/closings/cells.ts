import type { CellsOf } from '../../support/matrix/entry.ts';
import { tenantOf } from '../../support/matrix/places.ts';
import { byHost, elsewhere, ofAdministrators, ok } from '../../support/matrix/who-may.ts';

export const cells: CellsOf<'closings'> = {
  'closings.read': { cells: ofAdministrators },
  // Nothing of it is done: a school that closes is no place for the other cells. closings.test.ts closes some.
  'closings.ask': {
    input: () => ({ body: { password: 'Not-the-password-1', reason: 'We move' } }),
    cells: {
      ...ofAdministrators,
      school_admin: ['passwords.wrong_old_password'],
      organization_admin: ['passwords.wrong_old_password'],
      organization_admin_on_own_host: ['passwords.wrong_old_password'],
    },
  },
  'closings.confirm': {
    input: () => ({ body: { code: '000000' } }),
    cells: {
      ...ofAdministrators,
      school_admin: ['closings.not_asked'],
      organization_admin: ['closings.not_asked'],
      organization_admin_on_own_host: ['closings.not_asked'],
    },
  },
  'closings.keep': {
    cells: {
      ...ofAdministrators,
      school_admin: ['closings.not_closing'],
      organization_admin: ['closings.not_closing'],
      organization_admin_on_own_host: ['closings.not_closing'],
    },
  },
  'closings.readOf': {
    targets: ['riverside'],
    input: (target, world) => ({ params: tenantOf(target, world) }),
    cells: byHost([elsewhere], [elsewhere], [ok]),
  },
  'closings.close': {
    targets: ['riverside'],
    input: (target, world) => ({
      params: tenantOf(target, world),
      body: { name: 'Another school', reason: 'Not paid' },
    }),
    cells: byHost([elsewhere], [elsewhere], ['closings.other_name']),
  },
  'closings.confirmClose': {
    targets: ['riverside'],
    input: (target, world) => ({ params: tenantOf(target, world), body: { name: `${target} school` } }),
    cells: byHost([elsewhere], [elsewhere], ['closings.not_asked']),
  },
  'closings.keepOf': {
    targets: ['riverside'],
    input: (target, world) => ({ params: tenantOf(target, world), body: { reason: 'Paid' } }),
    cells: byHost([elsewhere], [elsewhere], ['closings.not_closing']),
  },
  // Of a school that is not closing. write-offs.test.ts writes some off.
  'closings.askWriteOff': {
    targets: ['riverside'],
    input: (target, world) => ({
      params: tenantOf(target, world),
      body: { name: `${target} school`, reason: 'No bank account', amounts: [] },
    }),
    cells: byHost([elsewhere], [elsewhere], ['closings.not_due']),
  },
  'closings.confirmWriteOff': {
    targets: ['riverside'],
    input: (target, world) => ({
      params: tenantOf(target, world),
      body: { name: `${target} school`, amounts: [] },
    }),
    cells: byHost([elsewhere], [elsewhere], ['closings.not_due']),
  },
  'closings.readReceipt': {
    targets: ['riverside'],
    input: (target, world) => ({ params: tenantOf(target, world) }),
    cells: byHost([elsewhere], [elsewhere], ['closings.no_receipt']),
  },
};
