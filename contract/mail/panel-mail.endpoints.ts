import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { product } from '../kit/product.ts';
import { invitationProblems, memberProblems } from '../members/members.problems.ts';
import { panelProblems } from '../panel/panel.problems.ts';
import { mailProblems } from './mail.problems.ts';
import {
  MailReason,
  PanelLetterDetails,
  PanelLetterPage,
  PanelLetterQuery,
  PanelSuppression,
  PanelSuppressionPage,
  PanelSuppressionQuery,
  SuppressForm,
} from './panel-mail.schema.ts';

const ofPlatform = { roles: [product.platformRole], hosts: 'platform', offline: 'online-only' } as const;
const letter = v.object({ tenantId: Id, id: Id });

/** E-mail of all schools for those who run the platform. */
export const panelMailEndpoints = {
  listAll: endpoint({
    ...ofPlatform,
    name: 'mail.listAll',
    summary: 'Letters of all schools of the last 90 days, the newest first, and how email is doing',
    method: 'GET',
    path: '/v1/panel/mail/',
    reads: 'panel',
    query: PanelLetterQuery,
    response: PanelLetterPage,
    problems: [panelProblems.too_wide],
  }),
  read: endpoint({
    ...ofPlatform,
    name: 'mail.read',
    summary: 'What a letter says without its link, and what happened to it; each look is audited',
    method: 'GET',
    path: '/v1/panel/mail/:tenantId/:id/',
    reads: 'panel',
    params: letter,
    response: PanelLetterDetails,
    problems: [mailProblems.not_found],
  }),
  showAddress: endpoint({
    ...ofPlatform,
    name: 'mail.showAddress',
    summary: 'The whole address of a letter; audited at the platform and at the school',
    method: 'POST',
    path: '/v1/panel/mail/:tenantId/:id/address/',
    params: letter,
    body: MailReason,
    answers: 'once',
    response: v.object({ address: v.string() }),
    problems: [mailProblems.not_found, panelProblems.no_address, panelProblems.not_welcome],
  }),
  sendAgain: endpoint({
    ...ofPlatform,
    name: 'mail.sendAgain',
    summary: 'Send a letter of a school like this one, with a new link; the earlier link stops working',
    method: 'POST',
    path: '/v1/panel/mail/:tenantId/:id/again/',
    params: letter,
    body: MailReason,
    response: v.object({ id: Id }),
    problems: [
      mailProblems.not_found,
      mailProblems.not_again,
      mailProblems.suppressed,
      mailProblems.sent_just_now,
      memberProblems.role_not_yours,
      memberProblems.above_you,
      memberProblems.email_taken,
      invitationProblems.sent_just_now,
      panelProblems.no_address,
      panelProblems.not_welcome,
    ],
  }),
  listSuppressions: endpoint({
    ...ofPlatform,
    name: 'mail.listSuppressions',
    summary: 'Addresses that no school writes to now, the latest first',
    method: 'GET',
    path: '/v1/panel/suppressions/',
    reads: 'panel',
    query: PanelSuppressionQuery,
    response: PanelSuppressionPage,
    problems: [panelProblems.too_wide],
  }),
  suppress: endpoint({
    ...ofPlatform,
    name: 'mail.suppress',
    summary: 'Stop all email to an address until that is lifted',
    method: 'POST',
    path: '/v1/panel/suppressions/',
    body: SuppressForm,
    response: PanelSuppression,
  }),
  lift: endpoint({
    ...ofPlatform,
    name: 'mail.lift',
    summary: 'Write to an address again',
    method: 'DELETE',
    path: '/v1/panel/suppressions/:id/',
    params: v.object({ id: Id }),
    response: v.object({}),
    problems: [mailProblems.not_suppressed],
  }),
} as const;
