import { randomUUID } from 'node:crypto';
import type { CellsOf, MatrixEntry } from '../../support/matrix/entry.ts';
import { longAgo } from '../../support/matrix/places.ts';
import { byHost, elsewhere, ofThePanel, ok } from '../../support/matrix/who-may.ts';

/** What the platform does to a member of another school, as it was seen long ago: nothing is done. */
const actOnPerson: MatrixEntry = {
  targets: ['riverside'],
  input: (_target, _world, { members }) => ({
    params: { id: members.riverside },
    body: { reason: 'Asked by phone', updated_at: longAgo },
  }),
  cells: byHost([elsewhere], [elsewhere], ['members.changed_since']),
};

/** No view that somebody saved. */
const ofNoView = (body?: Record<string, unknown>): MatrixEntry => ({
  targets: ['nowhere'],
  input: () => ({ params: { viewId: randomUUID() }, ...(body && { body }) }),
  cells: byHost([elsewhere], [elsewhere], ['panel.view_not_found']),
});

/** No category of the platform. */
const offerNothing: MatrixEntry = {
  targets: ['nowhere'],
  input: () => ({ params: { categoryId: randomUUID() } }),
  cells: byHost([elsewhere], [elsewhere], ['categories.not_found']),
};

export const cells: CellsOf<'panel'> = {
  'panel.listTenants': ofThePanel,
  'panel.listPeople': { ...ofThePanel, input: () => ({ query: { search: 'nobody of this name' } }) },
  'panel.listStudents': {
    ...ofThePanel,
    input: (_target, { platform }) => ({ query: { tenant_id: platform.id } }),
  },
  'panel.listAudit': ofThePanel,
  // Of nobody. panel-audit.test.ts looks at some.
  'panel.readAudit': {
    targets: ['nowhere'],
    input: (_target, { platform }) => ({ params: { tenantId: platform.id, id: randomUUID() } }),
    cells: byHost([elsewhere], [elsewhere], ['panel.entry_not_found']),
  },
  'panel.listWorks': ofThePanel,
  'panel.listViews': ofThePanel,
  'panel.saveView': {
    ...ofThePanel,
    input: () => ({ body: { name: randomUUID(), path: '/admin-panel/all-users', query: 'role=parent' } }),
  },
  // Of none. panel-views.test.ts has some.
  'panel.renameView': ofNoView({ name: 'Parents' }),
  'panel.deleteView': ofNoView(),
  'panel.exportTenants': ofThePanel,
  'panel.exportPeople': ofThePanel,
  'panel.exportWorks': ofThePanel,
  'panel.exportLetters': ofThePanel,
  'panel.exportAudit': ofThePanel,
  // Of none. panel-works.test.ts reads some.
  'panel.readWork': {
    targets: ['nowhere'],
    input: (_target, { platform }) => ({ params: { tenantId: platform.id, workId: randomUUID() } }),
    cells: byHost([elsewhere], [elsewhere], ['panel.work_not_found']),
  },
  'panel.readNumbers': ofThePanel,
  'panel.readPeopleNumbers': ofThePanel,
  'panel.readWorkNumbers': ofThePanel,
  'panel.listCategories': ofThePanel,
  // Of none. panel-categories.test.ts has some.
  'panel.readCategory': offerNothing,
  'panel.offerCategory': offerNothing,
  'panel.stopOfferingCategory': offerNothing,
  'panel.readPerson': {
    targets: ['riverside'],
    input: (_target, _world, { members }) => ({ params: { id: members.riverside } }),
    cells: byHost([elsewhere], [elsewhere], [ok]),
  },
  'panel.endSessions': actOnPerson,
  'panel.sendPasswordLink': actOnPerson,
  'panel.archivePerson': actOnPerson,
  'panel.restorePerson': actOnPerson,
};
