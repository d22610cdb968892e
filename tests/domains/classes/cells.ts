import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { makeClass } from '#server/seeds/factories.ts';
import type { ApiWorld } from '../../support/api-world.ts';
import type { Cells, CellsOf } from '../../support/matrix/entry.ts';
import { place } from '../../support/matrix/places.ts';
import { noClass, ofClass, ofWholeSchool, ok, refusedByRole } from '../../support/matrix/who-may.ts';

interface Rows {
  /** Id of a class of greenfield that no other cell is about. */
  spareClass: string;
}

/** What they may do about a class; cells that come later need the others as they are. */
const ofSpareClass: Cells = {
  targets: ['spare', 'riverside'],
  cells: {
    ...refusedByRole(2),
    teacher_admin: [ok, noClass],
    school_admin: [ok, noClass],
    organization_admin: [ok, noClass],
    organization_admin_on_own_host: [noClass, noClass],
  },
};

function spareOr(target: string, world: ApiWorld, { spareClass }: Rows): string {
  return target === 'spare' ? spareClass : place(target, world).classId;
}

export const cells: CellsOf<'classes', Rows> = {
  'classes.listForSchool': {
    cells: {
      school_admin: [ok],
      organization_admin: [ok],
      organization_admin_on_own_host: [ok],
    },
  },
  'classes.listForTeacher': {
    cells: {
      teacher: [ok],
      teacher_of_birch: [ok],
      teacher_admin: [ok],
    },
  },
  'classes.read': {
    ...ofClass,
    input: (target, world) => ({ params: { id: place(target, world).classId } }),
  },
  'classes.create': {
    input: () => ({ body: { id: uuidv7(), name: 'Matrix', class_theme: '#4180ca' } }),
    cells: ofWholeSchool,
  },
  'classes.rename': {
    ...ofClass,
    input: (target, world) => ({
      params: { id: place(target, world).classId },
      body: { name: `Renamed ${randomUUID()}` },
    }),
  },
  'classes.recolour': {
    ...ofClass,
    input: (target, world) => ({
      params: { id: place(target, world).classId },
      body: { class_theme: '#2a8c94' },
    }),
  },
  'classes.archive': {
    ...ofSpareClass,
    input: (target, world, tokens) => ({ params: { id: spareOr(target, world, tokens) } }),
  },
  'classes.restore': {
    ...ofSpareClass,
    input: (target, world, tokens) => ({ params: { id: spareOr(target, world, tokens) } }),
  },
  'classes.assignTeachers': {
    ...ofSpareClass,
    input: (target, world, tokens) => ({
      params: { id: spareOr(target, world, tokens) },
      body: { lead_teacher_id: null, co_teacher_ids: [] },
    }),
  },
  'classes.replaceCode': {
    ...ofSpareClass,
    input: (target, world, tokens) => ({ params: { id: spareOr(target, world, tokens) } }),
  },
};

export async function makeRows({ context, greenfield }: ApiWorld): Promise<Rows> {
  return { spareClass: (await makeClass(context, greenfield.tenant)).id };
}
