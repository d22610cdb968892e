import { nameFromId } from '#contract/devices/devices.rules.ts';
import type { GivenTablet, Preparation } from '#contract/devices/preparation.schema.ts';
import { runsClasses, seesWholeSchool } from '#contract/kit/roles.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Actor } from '#server/platform/route.ts';
import type { Standing } from '../visits/standing.ts';
import * as repository from './preparations.repository.ts';

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** What of a preparation counts now: null for the whole school, else ids of classes. */
type Counting = readonly string[] | null;

/** What of a preparation was given, and by whom. */
type Given = Pick<repository.FoundPreparation, 'whole_school' | 'given_by' | 'classes'>;

/** Prepared tablets by the rights of those who gave what is on them; `server/modules.ts` hands it to other modules. */
export interface GivenTablets {
  /** Those that count on the right of these people, by name. */
  listGivenBy(
    transaction: TenantTransaction,
    tenantId: string,
    userIds: readonly string[],
  ): Promise<GivenTablet[]>;
  /** The preparations in force of these tablets as this person sees them, by the id of the tablet. */
  readPreparations(
    transaction: TenantTransaction,
    actor: Actor,
    deviceIds: readonly string[],
  ): Promise<ReadonlyMap<string, Preparation>>;
  /** Whose giver may still give it. */
  countingOf(transaction: TenantTransaction, tenantId: string, given: Given): Promise<Counting>;
  /** Takes over what is paused and this person may give. Answers the id of the preparation where that was anything. */
  keep(transaction: TenantTransaction, actor: Actor, deviceId: string): Promise<string | null>;
}

export function createGivenTablets({ standing }: { standing: Standing }): GivenTablets {
  /** Whether people may give what they gave, asked once for all of these preparations. */
  async function askRights(transaction: TenantTransaction, tenantId: string, all: readonly Given[]) {
    const classes = all.flatMap((each) => each.classes);
    const givers = new Set(
      [...classes, ...all.filter((each) => each.whole_school)].map((each) => each.given_by),
    );
    const roles = await standing.rolesOf(transaction, tenantId, [...givers]);
    const teachers = [...roles].flatMap(([id, role]) => (role === 'teacher' ? [id] : []));
    const taught =
      teachers.length === 0 || classes.length === 0
        ? []
        : await repository.listTaught(transaction, tenantId, {
            teacherIds: teachers,
            classIds: classes.map(({ id }) => id),
          });
    const pairs = new Set(taught.map((row) => `${row.teacher_id} ${row.school_class_id}`));
    const sees = (giver: string) => {
      const role = roles.get(giver);
      return role !== undefined && seesWholeSchool(role);
    };
    return {
      wholeSchool: (giver: string) => sees(giver),
      schoolClass: ({ id, given_by }: { id: string; given_by: string }) =>
        sees(given_by) || pairs.has(`${given_by} ${id}`),
    };
  }

  type Rights = Awaited<ReturnType<typeof askRights>>;

  /** Ids of classes that are paused; an archived one is on no tablet anyway. */
  const pausedClasses = ({ classes }: repository.LivePreparation, rights: Rights) =>
    classes.filter((each) => !each.is_archived && !rights.schoolClass(each)).map(({ id }) => id);

  const isWholePaused = (row: repository.LivePreparation, rights: Rights) =>
    row.whole_school && !rights.wholeSchool(row.given_by);

  /** What of these classes the person may give. */
  async function mayGive(transaction: TenantTransaction, actor: Actor, classIds: readonly string[]) {
    if (classIds.length === 0 || !runsClasses(actor.role)) return [];
    if (seesWholeSchool(actor.role)) return classIds;
    const taught = await repository.listTaught(transaction, actor.tenant_id, {
      teacherIds: [actor.id],
      classIds,
    });
    return taught.map(({ school_class_id }) => school_class_id);
  }

  return {
    async listGivenBy(transaction, tenantId, userIds) {
      if (userIds.length === 0) return [];
      const live = await repository.listLive(transaction, tenantId, { givenBy: userIds });
      if (live.length === 0) return [];
      const rights = await askRights(transaction, tenantId, live);
      const deviceIds = live.map(({ device_id }) => device_id);
      const names = new Map(
        (await repository.listNames(transaction, tenantId, deviceIds)).map(({ id, name }) => [id, name]),
      );
      return live
        .map((row) => ({
          id: row.device_id,
          name: names.get(row.device_id) ?? nameFromId(row.device_id),
          is_paused: isWholePaused(row, rights) || pausedClasses(row, rights).length > 0,
        }))
        .toSorted((one, other) => byName.compare(one.name, other.name) || (one.id < other.id ? -1 : 1));
    },

    async readPreparations(transaction, actor, deviceIds) {
      const found = new Map<string, Preparation>();
      if (deviceIds.length === 0) return found;
      const live = await repository.listLive(transaction, actor.tenant_id, { deviceIds });
      const rights = await askRights(transaction, actor.tenant_id, live);
      const paused = live.flatMap((row) => pausedClasses(row, rights));
      const mine = new Set(await mayGive(transaction, actor, paused));
      const isGuest =
        paused.length > 0 || live.some((row) => isWholePaused(row, rights))
          ? await standing.isGuest(transaction, actor.tenant_id, actor.id)
          : false;
      for (const row of live) {
        const classes = pausedClasses(row, rights);
        const isWhole = isWholePaused(row, rights);
        const mayKeep = isWhole ? seesWholeSchool(actor.role) : classes.some((id) => mine.has(id));
        found.set(row.device_id, {
          id: row.id,
          school_classes: row.whole_school ? null : row.classes.map(({ id, name }) => ({ id, name })),
          made_at: row.made_at.toISOString(),
          made_by: row.made_by,
          last_pack_at: row.last_pack_at.toISOString(),
          is_paused: isWhole || classes.length > 0,
          may_keep: mayKeep && !isGuest,
        });
      }
      return found;
    },

    async countingOf(transaction, tenantId, given) {
      const rights = await askRights(transaction, tenantId, [given]);
      if (given.whole_school) return rights.wholeSchool(given.given_by) ? null : [];
      return given.classes.filter((each) => rights.schoolClass(each)).map(({ id }) => id);
    },

    async keep(transaction, actor, deviceId) {
      const { tenant_id } = actor;
      const [row] = await repository.listLive(transaction, tenant_id, { deviceIds: [deviceId] });
      if (!row) return null;
      const rights = await askRights(transaction, tenant_id, [row]);
      const key = { tenant_id, id: row.id };
      if (isWholePaused(row, rights)) {
        if (!seesWholeSchool(actor.role)) return null;
        await repository.setGivenBy(transaction, key, 'whole school', actor.id);
        return row.id;
      }
      const classes = await mayGive(transaction, actor, pausedClasses(row, rights));
      if (classes.length === 0) return null;
      await repository.setGivenBy(transaction, key, classes, actor.id);
      return row.id;
    },
  };
}
