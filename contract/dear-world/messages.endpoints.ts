import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { product } from '../kit/product.ts';
import { panelProblems } from '../panel/panel.problems.ts';
import { PanelWorkParams } from '../panel/works.schema.ts';
import { dearWorldProblems } from './dear-world.problems.ts';
import { MessagePick, PanelMessagePage, PanelMessageQuery } from './messages.schema.ts';

const ofPlatform = { roles: [product.platformRole], hosts: 'platform', offline: 'online-only' } as const;
const edition = {
  ...ofPlatform,
  path: '/v1/panel/messages/:tenantId/:workId/edition/',
  params: PanelWorkParams,
  response: v.object({}),
} as const;

/** What the platform chooses for an edition. */
export const messageEndpoints = {
  list: endpoint({
    ...ofPlatform,
    name: 'messages.list',
    summary:
      'Messages of all schools that a stranger may see, the latest first, with the edition that each is in',
    method: 'GET',
    path: '/v1/panel/messages/',
    reads: 'panel',
    query: PanelMessageQuery,
    response: PanelMessagePage,
    problems: [panelProblems.too_wide],
  }),
  pick: endpoint({
    ...edition,
    name: 'messages.pick',
    summary: 'Put a message that strangers may see into an edition; one that is in another is moved',
    method: 'PUT',
    body: MessagePick,
    problems: [dearWorldProblems.not_found],
  }),
  unpick: endpoint({
    ...edition,
    name: 'messages.unpick',
    summary: 'Take a message out of its edition; it stays where it is at its school',
    method: 'DELETE',
    problems: [dearWorldProblems.not_picked],
  }),
} as const;
