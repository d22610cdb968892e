import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { product } from '../kit/product.ts';
import { classStaff } from '../kit/roles.ts';
import { passwordProblems } from './passwords.problems.ts';
import { ChangePasswordForm, NewPasswordForm, ResetRequest, ResetToken } from './passwords.schema.ts';

/** Whoever signs in with an e-mail address. Children's passwords are their teachers' affair. */
const members = ['parent', ...classStaff, product.platformRole] as const;

export const passwordEndpoints = {
  change: endpoint({
    name: 'passwords.change',
    summary: 'Change the own password by the old one; all other sessions of the person end',
    method: 'POST',
    path: '/auth/password-change/',
    roles: members,
    hosts: 'all',
    offline: 'online-only',
    guests: 'never',
    body: ChangePasswordForm,
    response: v.object({}),
    problems: [passwordProblems.wrong_old_password, passwordProblems.no_password],
  }),
  askReset: endpoint({
    name: 'passwords.askReset',
    summary:
      'Send a link for a new password to an email address; the answer does not tell whether it is known',
    method: 'POST',
    path: '/auth/password-reset/',
    roles: 'anyone',
    hosts: 'all',
    offline: 'online-only',
    body: ResetRequest,
    response: v.object({}),
    problems: [passwordProblems.asked_too_often],
  }),
  // The token is in the body and not in the address, which servers on the way write down.
  checkReset: endpoint({
    name: 'passwords.checkReset',
    summary: 'Whether a link for a new password still works, and whose it is',
    method: 'POST',
    path: '/auth/password-reset/check/',
    roles: 'anyone',
    hosts: 'all',
    offline: 'online-only',
    body: v.object({ token: ResetToken }),
    /** `is_first`: the person has no password yet. */
    response: v.object({ email: v.string(), is_first: v.boolean() }),
    problems: [passwordProblems.link_refused],
  }),
  reset: endpoint({
    name: 'passwords.reset',
    summary: 'Choose a new password with a link; every session of the person ends',
    method: 'POST',
    path: '/auth/password-reset/confirm/',
    roles: 'anyone',
    hosts: 'all',
    offline: 'online-only',
    body: v.object({ token: ResetToken, ...NewPasswordForm.entries }),
    response: v.object({}),
    problems: [passwordProblems.link_refused],
  }),
} as const;
