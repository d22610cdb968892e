import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { product } from '../kit/product.ts';
import { panelProblems } from './panel.problems.ts';
import { NewView, RenameView, SavedView } from './views.schema.ts';

const own = { roles: [product.platformRole], hosts: 'platform', offline: 'online-only' } as const;
const one = {
  ...own,
  path: '/v1/saved-views/:viewId/',
  params: v.object({ viewId: Id }),
} as const;

/** Views of lists that the signed-in person saved; nobody else sees them. */
export const viewEndpoints = {
  listViews: endpoint({
    ...own,
    name: 'panel.listViews',
    summary: 'The own saved views of lists, by name',
    method: 'GET',
    path: '/v1/saved-views/',
    response: v.object({ results: v.array(SavedView) }),
  }),
  saveView: endpoint({
    ...own,
    name: 'panel.saveView',
    summary: 'Save search, filters and order of a list under a name',
    method: 'POST',
    path: '/v1/saved-views/',
    body: NewView,
    response: SavedView,
    problems: [panelProblems.too_many_views, panelProblems.view_name_taken],
  }),
  renameView: endpoint({
    ...one,
    name: 'panel.renameView',
    summary: 'Give an own saved view another name',
    method: 'PATCH',
    body: RenameView,
    response: SavedView,
    problems: [panelProblems.view_not_found, panelProblems.view_name_taken],
  }),
  deleteView: endpoint({
    ...one,
    name: 'panel.deleteView',
    summary: 'Delete an own saved view',
    method: 'DELETE',
    response: v.object({}),
    problems: [panelProblems.view_not_found],
  }),
} as const;
