import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { product } from '../kit/product.ts';
import { championKinds } from '../kit/roles.ts';
import { mailProblems } from '../mail/mail.problems.ts';
import { invitationProblems, memberProblems } from '../members/members.problems.ts';
import { panelProblems } from '../panel/panel.problems.ts';
import { PanelWorkParams } from '../panel/works.schema.ts';
import { championProblems } from './champions.problems.ts';
import {
  Champion,
  ChampionPage,
  ChampionQuery,
  CommunityWorkQuery,
  CommunityWorks,
  ExtendForm,
  GrantForm,
  OwnRights,
  OwnSuggestions,
  RevokeForm,
  SuggestForm,
} from './champions.schema.ts';

const ofPlatform = { roles: [product.platformRole], hosts: 'platform', offline: 'online-only' } as const;
const params = v.object({ id: Id });

/** Superpower teachers and superpower parents, as those grant their rights who run the platform. */
export const championEndpoints = {
  list: endpoint({
    ...ofPlatform,
    name: 'champions.list',
    summary: 'Champions of the platform, with what they may, why and until when',
    method: 'GET',
    path: '/v1/panel/champions/',
    reads: 'panel',
    query: ChampionQuery,
    response: ChampionPage,
    problems: [panelProblems.too_wide],
  }),
  grant: endpoint({
    ...ofPlatform,
    name: 'champions.grant',
    summary: 'Make somebody a champion for at most a year; who is new gets an invitation by email',
    method: 'POST',
    path: '/v1/panel/champions/',
    body: GrantForm,
    response: Champion,
    problems: [
      championProblems.already,
      memberProblems.email_taken,
      invitationProblems.too_many_open,
      mailProblems.suppressed,
    ],
  }),
  extend: endpoint({
    ...ofPlatform,
    name: 'champions.extend',
    summary: 'Change the last day of a champion',
    method: 'PATCH',
    path: '/v1/panel/champions/:id/',
    params,
    body: ExtendForm,
    response: Champion,
    problems: [championProblems.not_found, championProblems.changed_since, championProblems.revoked],
  }),
  revoke: endpoint({
    ...ofPlatform,
    name: 'champions.revoke',
    summary: 'End the rights of a champion, who is signed out and told why; what they wrote stays',
    method: 'POST',
    path: '/v1/panel/champions/:id/revoke/',
    params,
    body: RevokeForm,
    response: Champion,
    problems: [
      championProblems.not_found,
      championProblems.changed_since,
      championProblems.not_revoked_twice,
    ],
  }),
} as const;

const own = { hosts: 'platform', offline: 'online-only' } as const;
const ofParents = { ...own, roles: ['parent'], champions: ['parent'] } as const;

/** What champions see of themselves, and what superpower parents do. */
export const ownChampionEndpoints = {
  readOwn: endpoint({
    ...own,
    roles: championKinds,
    champions: championKinds,
    name: 'champions.readOwn',
    summary: 'What the signed-in champion may, why and until when',
    method: 'GET',
    path: '/v1/champions/own/',
    response: OwnRights,
    problems: [championProblems.not_found],
  }),
  listWorks: endpoint({
    ...ofParents,
    name: 'champions.listWorks',
    summary: 'Works of all schools that a stranger may see, the latest first',
    method: 'GET',
    path: '/v1/champions/works/',
    query: CommunityWorkQuery,
    response: CommunityWorks,
    problems: [panelProblems.too_wide],
  }),
  suggest: endpoint({
    ...ofParents,
    name: 'champions.suggest',
    summary: 'Suggest a work that strangers may see for the shelf of the platform, with a word why',
    method: 'PUT',
    path: '/v1/champions/suggestions/:tenantId/:workId/',
    params: PanelWorkParams,
    body: SuggestForm,
    response: v.object({}),
    problems: [panelProblems.work_not_found, panelProblems.already_here, championProblems.too_many],
  }),
  listSuggestions: endpoint({
    ...ofParents,
    name: 'champions.listSuggestions',
    summary: 'What the signed-in champion suggested, the latest first, and what became of it',
    method: 'GET',
    path: '/v1/champions/suggestions/',
    response: OwnSuggestions,
  }),
} as const;
