import { randomUUID } from 'node:crypto';
import { deviceEndpoints } from '#contract/devices/devices.endpoints.ts';
import { makeClass } from '#server/seeds/factories.ts';
import type { ApiWorld, TestSchool } from '../../support/api-world.ts';
import { deviceReport, reportAs } from '../../support/device-reports.ts';
import type { MatrixCaller } from '../../support/matrix/callers.ts';
import type { CellsOf } from '../../support/matrix/entry.ts';
import { classes, place } from '../../support/matrix/places.ts';
import { byHost, elsewhere, noClass, ofItsClass, ok, syncing } from '../../support/matrix/who-may.ts';

interface Rows {
  /** Ids of tablets that a child of the class used last; enough for everybody to forget one, and one more. */
  tablets: Record<'maple' | 'birch' | 'riverside', string[]>;
  /** Of a tablet of each school that is prepared for a class of nobody. */
  prepared: { greenfield: string; riverside: string };
}

const noTablet = 'devices.not_found';

const notPrepared = 'devices.preparation_refused';

const changeDevice = ofItsClass(classes, noTablet);

export const cells: CellsOf<'devices', Rows> = {
  'devices.report': {
    input: () => ({ body: deviceReport() }),
    cells: syncing,
  },
  'devices.list': {
    targets: ['all', ...classes],
    input: (target, world) => ({
      query: target === 'all' ? {} : { school_class: place(target, world).classId },
    }),
    cells: {
      teacher: [ok, ok, noClass, noClass],
      teacher_of_birch: [ok, noClass, ok, noClass],
      teacher_admin: [ok, ok, ok, noClass],
      school_admin: [ok, ok, ok, noClass],
      organization_admin: [ok, ok, ok, noClass],
      organization_admin_on_own_host: [ok, noClass, noClass, noClass],
    },
  },
  'devices.rename': {
    ...changeDevice,
    input: (target, _world, { tablets }) => ({
      params: { id: tablets[target as 'maple'].at(-1) ?? '' },
      body: { name: `By ${randomUUID()}` },
    }),
  },
  'devices.forget': {
    ...changeDevice,
    input: (target, _world, { tablets }) => ({ params: { id: tablets[target as 'maple'].shift() ?? '' } }),
  },
  'devices.prepare': {
    ...changeDevice,
    input: (target, world, { tablets }) => ({
      body: {
        device_id: tablets[target as 'maple'].at(-1) ?? '',
        school_class_ids: [place(target, world).classId],
      },
    }),
  },
  'devices.endPreparation': {
    ...changeDevice,
    input: (target, _world, { tablets }) => ({ params: { id: tablets[target as 'maple'].at(-1) ?? '' } }),
  },
  'devices.keepPreparations': {
    ...changeDevice,
    input: (target, _world, { tablets }) => ({
      body: { device_ids: [tablets[target as 'maple'].at(-1) ?? ''] },
    }),
  },
  'devices.readPack': {
    // Who is signed in does not count: the tablet itself is who asks.
    targets: ['greenfield', 'riverside'],
    input: (target, _world, { prepared }) => ({ body: { token: prepared[target as 'greenfield'] } }),
    cells: byHost([ok, notPrepared], [notPrepared, notPrepared], [elsewhere, elsewhere]),
  },
};

export async function makeRows(world: ApiWorld, callers: readonly MatrixCaller[]): Promise<Rows> {
  const { greenfield, riverside } = world;
  const usedBy = (student: { id: string } | undefined, school: TestSchool) =>
    Promise.all(
      Array.from({ length: callers.length + 1 }, () =>
        reportAs(world, { id: student?.id ?? '', tenant_id: school.tenant.id }),
      ),
    );
  return {
    tablets: {
      maple: await usedBy(greenfield.students[1], greenfield),
      birch: await usedBy(greenfield.otherStudents[1], greenfield),
      riverside: await usedBy(riverside.students[1], riverside),
    },
    prepared: {
      greenfield: await prepareAt(world, greenfield),
      riverside: await prepareAt(world, riverside),
    },
  };
}

/** The token of a tablet that is prepared for a class in which there is nobody to see. */
async function prepareAt(world: ApiWorld, school: TestSchool): Promise<string> {
  const admin = school.schoolAdmin;
  const { id } = await makeClass(world.context, school.tenant);
  const device_id = await reportAs(world, admin);
  const { token } = await world.call(await world.as(admin), deviceEndpoints.prepare, {
    body: { device_id, school_class_ids: [id] },
  });
  return token;
}
