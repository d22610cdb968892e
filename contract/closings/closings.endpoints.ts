import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { product } from '../kit/product.ts';
import { officeStaff } from '../kit/roles.ts';
import { passwordProblems } from '../passwords/passwords.problems.ts';
import { LifeReason } from '../tenants/tenant-life.schema.ts';
import { tenantProblems } from '../tenants/tenants.problems.ts';
import { closingProblems } from './closings.problems.ts';
import {
  AskToClose,
  AskToWriteOff,
  CloseByName,
  Closing,
  ClosingCode,
  ConfirmClose,
  ConfirmWriteOff,
  SignedReceipt,
} from './closings.schema.ts';

const ofSchool = { roles: officeStaff, guests: 'never', offline: 'online-only' } as const;
const ofPlatform = {
  roles: [product.platformRole],
  hosts: 'platform',
  offline: 'online-only',
  params: v.object({ tenantId: Id }),
} as const;

const refusesToWriteOff = [
  tenantProblems.not_found,
  closingProblems.not_due,
  closingProblems.other_name,
  closingProblems.money_moves,
  closingProblems.nothing_to_write_off,
  closingProblems.amounts_changed,
] as const;

/** The end of a school: asked for, confirmed, 30 days for reading, gone. */
export const closingEndpoints = {
  read: endpoint({
    name: 'closings.read',
    summary: 'Whether the own school is closing, and until when it can be kept',
    method: 'GET',
    path: '/v1/closing/',
    ...ofSchool,
    response: Closing,
  }),
  ask: endpoint({
    name: 'closings.ask',
    summary: 'Ask to close the own school, with the password; a code comes by email',
    method: 'POST',
    path: '/v1/closing/ask/',
    ...ofSchool,
    body: AskToClose,
    response: Closing,
    problems: [
      closingProblems.not_for_guests,
      closingProblems.not_open,
      passwordProblems.wrong_old_password,
      passwordProblems.no_password,
    ],
  }),
  confirm: endpoint({
    name: 'closings.confirm',
    summary: 'Close the own school by the code: it is read for 30 days, then it is deleted',
    method: 'POST',
    path: '/v1/closing/confirm/',
    ...ofSchool,
    body: ClosingCode,
    response: Closing,
    problems: [
      closingProblems.not_for_guests,
      closingProblems.not_open,
      closingProblems.not_asked,
      closingProblems.wrong_code,
      closingProblems.ask_again,
    ],
  }),
  keep: endpoint({
    name: 'closings.keep',
    summary: 'Keep the own school, which goes on as before',
    method: 'POST',
    path: '/v1/closing/keep/',
    ...ofSchool,
    response: Closing,
    problems: [closingProblems.not_for_guests, closingProblems.not_closing, closingProblems.platforms],
  }),
  readOf: endpoint({
    name: 'closings.readOf',
    summary: 'Whether a school or organization is closing, and what is still to be confirmed',
    method: 'GET',
    path: '/v1/panel/tenants/:tenantId/closing/',
    ...ofPlatform,
    reads: 'panel',
    response: Closing,
    problems: [tenantProblems.not_found],
  }),
  close: endpoint({
    name: 'closings.close',
    summary: 'Ask to close a school or organization by its name; a second administrator or a code confirms',
    method: 'POST',
    path: '/v1/panel/tenants/:tenantId/close/',
    ...ofPlatform,
    body: CloseByName,
    response: Closing,
    problems: [tenantProblems.not_found, closingProblems.not_open, closingProblems.other_name],
  }),
  confirmClose: endpoint({
    name: 'closings.confirmClose',
    summary: 'Confirm as a second administrator, or by the code after 24 hours where there is only one',
    method: 'POST',
    path: '/v1/panel/tenants/:tenantId/close/confirm/',
    ...ofPlatform,
    body: ConfirmClose,
    response: Closing,
    problems: [
      tenantProblems.not_found,
      closingProblems.not_open,
      closingProblems.not_asked,
      closingProblems.other_name,
      closingProblems.second_needed,
      closingProblems.too_early,
      closingProblems.wrong_code,
      closingProblems.ask_again,
    ],
  }),
  keepOf: endpoint({
    name: 'closings.keepOf',
    summary: 'Keep a school that is closing or was asked to be closed',
    method: 'POST',
    path: '/v1/panel/tenants/:tenantId/keep/',
    ...ofPlatform,
    body: LifeReason,
    response: Closing,
    problems: [tenantProblems.not_found, closingProblems.not_closing],
  }),
  askWriteOff: endpoint({
    name: 'closings.askWriteOff',
    summary:
      'Ask to write off what a closed school can be paid no more; a second administrator or a code confirms',
    method: 'POST',
    path: '/v1/panel/tenants/:tenantId/write-off/',
    ...ofPlatform,
    body: AskToWriteOff,
    response: Closing,
    problems: refusesToWriteOff,
  }),
  confirmWriteOff: endpoint({
    name: 'closings.confirmWriteOff',
    summary:
      'Write off what a closed school can be paid no more, as a second administrator or by the code after 24 hours',
    method: 'POST',
    path: '/v1/panel/tenants/:tenantId/write-off/confirm/',
    ...ofPlatform,
    body: ConfirmWriteOff,
    response: Closing,
    problems: [
      ...refusesToWriteOff,
      closingProblems.write_off_not_asked,
      closingProblems.second_needed,
      closingProblems.not_asked,
      closingProblems.too_early,
      closingProblems.wrong_code,
      closingProblems.ask_again,
    ],
  }),
  readReceipt: endpoint({
    name: 'closings.readReceipt',
    summary: 'The signed receipt of a school that is gone',
    method: 'GET',
    path: '/v1/panel/tenants/:tenantId/receipt/',
    ...ofPlatform,
    reads: 'panel',
    response: SignedReceipt,
    problems: [tenantProblems.not_found, closingProblems.no_receipt],
  }),
} as const;
