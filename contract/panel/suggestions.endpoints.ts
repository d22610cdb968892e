import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { product } from '../kit/product.ts';
import { panelProblems } from './panel.problems.ts';
import { DeclineForm, Suggestions } from './suggestions.schema.ts';
import { PanelWorkParams } from './works.schema.ts';

const ofPlatform = { roles: [product.platformRole], hosts: 'platform', offline: 'online-only' } as const;

/** What superpower parents suggest. A work that is picked is suggested no more. */
export const suggestionEndpoints = {
  listSuggested: endpoint({
    ...ofPlatform,
    name: 'picks.listSuggested',
    summary:
      'Works that are suggested for the shelf of the platform and that strangers may see, the latest first',
    method: 'GET',
    path: '/v1/panel/suggestions/',
    reads: 'panel',
    response: Suggestions,
  }),
  decline: endpoint({
    ...ofPlatform,
    name: 'picks.decline',
    summary:
      'Decline a work that was suggested for the shelf of the platform; it stays where it is at its school',
    method: 'POST',
    path: '/v1/panel/suggestions/:tenantId/:workId/decline/',
    params: PanelWorkParams,
    body: DeclineForm,
    response: v.object({}),
    problems: [panelProblems.not_suggested, panelProblems.suggested_since],
  }),
} as const;
