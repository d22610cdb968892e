import { randomUUID } from 'node:crypto';
import type { SignedPush } from '#contract/sync/grants.schema.ts';
import type { ApiWorld, TestSchool } from '../../support/api-world.ts';
import { pushSigned, SigningTablet } from '../../support/grants.ts';
import type { CellsOf, WholeCall } from '../../support/matrix/entry.ts';
import type { Part } from '../../support/matrix/names.ts';
import { students } from '../../support/matrix/places.ts';
import { byHost, elsewhere, noGrant, ofItsClass, ok, syncing } from '../../support/matrix/who-may.ts';

interface Rows {
  /** Pushes of a student of each school, signed by a tablet that has a grant for them. */
  signed: { greenfield: SignedPush; riverside: SignedPush };
  /** Ids of parked calls of a student of each part, each good for one cell of the two calls that decide about one. */
  parked: Readonly<Record<Part, string[]>>;
}

const notParked = 'sync.not_parked';

const decideParked: WholeCall<Rows> = {
  ...ofItsClass(students, notParked),
  input: (target, _world, { parked }) => ({ params: { id: parked[target as Part].pop() ?? '' } }),
};

export const cells: CellsOf<'sync', Rows> = {
  'sync.pull': {
    input: () => ({ body: { client_id: randomUUID(), cursor: null } }),
    cells: syncing,
  },
  'sync.push': {
    input: (_target, _world, _tokens, user_id) => ({
      body: { client_id: randomUUID(), user_id, calls: [], cursor: null },
    }),
    cells: syncing,
  },
  'sync.events': { cells: syncing },
  'sync.check': {
    // The other school's scope is passed over like one that nobody has.

    input: (_target, { greenfield, riverside }, _tokens, user_id) => ({
      body: {
        user_id,
        epoch: randomUUID(),
        schema: 1,
        scopes: {
          [`class:${greenfield.ownClass.id}`]: { version: 0, tables: {} },
          [`class:${riverside.ownClass.id}`]: { version: 0, tables: {} },
        },
      },
    }),
    cells: syncing,
  },
  'sync.requestGrant': {
    input: () => ({ body: { device_id: randomUUID(), public_key: new SigningTablet().public_key } }),
    cells: {
      student: [ok],
    },
  },
  'sync.pushByGrant': {
    // Who is signed in does not count: the device itself is who speaks.
    targets: ['greenfield', 'riverside'],
    input: (target, _world, { signed }) => ({ body: signed[target as 'greenfield'] }),
    cells: byHost([ok, noGrant], [noGrant, noGrant], [elsewhere, elsewhere]),
  },
  'sync.listParked': {
    cells: {
      teacher: [ok],
      teacher_of_birch: [ok],
      teacher_admin: [ok],
      school_admin: [ok],
      organization_admin: [ok],
      organization_admin_on_own_host: [ok],
    },
  },
  'sync.applyParked': decideParked,
  'sync.dismissParked': decideParked,
};

export async function makeRows(world: ApiWorld): Promise<Rows> {
  const signed = {
    greenfield: await emptyPush(world, world.greenfield),
    riverside: await emptyPush(world, world.riverside),
  };
  return { signed, parked: await parkCalls(world) };
}

async function emptyPush(world: ApiWorld, { student, host }: TestSchool): Promise<SignedPush> {
  const tablet = new SigningTablet();
  const { grant_id } = await tablet.grantFor(world, student);
  const signed = tablet.sign(grant_id, student.id, []);
  await pushSigned(world, host, signed);
  return signed;
}

async function parkCalls(world: ApiWorld): Promise<Rows['parked']> {
  const { greenfield, riverside, testDatabase } = world;
  const makers = {
    maple: greenfield.students[1],
    birch: greenfield.otherStudents[1],
    no_class: greenfield.studentWithoutClass,
    riverside: riverside.students[1],
  };
  const park = async (tenantId: string, maker: { id: string } | undefined) => {
    const call = { seq: 1, name: 'identity.markTutorialSeen', v: 1, input: { params: { key: 'stories' } } };
    const { rows } = await testDatabase.administrator.query<{ id: string }>(
      `insert into parked_calls (tenant_id, id, user_id, device_id, mutation_id, seq, name, call, reason)
       select $1, gen_random_uuid(), $2, gen_random_uuid(), mutation, 1, $3, $4 || jsonb_build_object('mutation_id', mutation), 'archived'
       from (select gen_random_uuid() as mutation from generate_series(1, 80)) as made
       returning id`,
      [tenantId, maker?.id, call.name, call],
    );
    return rows.map((row) => row.id);
  };
  return {
    maple: await park(greenfield.tenant.id, makers.maple),
    birch: await park(greenfield.tenant.id, makers.birch),
    no_class: await park(greenfield.tenant.id, makers.no_class),
    riverside: await park(riverside.tenant.id, makers.riverside),
  };
}
