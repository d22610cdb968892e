import { classProblems } from '#contract/classes/classes.problems.ts';
import { deviceProblems } from '#contract/devices/devices.problems.ts';
import { deviceReportMessage } from '#contract/devices/devices.rules.ts';
import type { Device, SignedDeviceReport } from '#contract/devices/devices.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { nextPage, type PageQuery } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import { seesWholeSchool } from '#contract/kit/roles.ts';
import { audit } from '#server/platform/audit.ts';
import { isSignedBy } from '#server/platform/device-keys.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import { sha256 } from '#server/platform/sha256.ts';
import type { ClassAccess } from '../classes/classes.service.ts';
import type { Standing } from '../visits/standing.ts';
import * as repository from './devices.repository.ts';
import type { GivenTablets } from './given-tablets.ts';
import { revokePreparation } from './preparations.repository.ts';

type PersonsCall = Call<Actor>;

export interface DeviceService {
  /** @throws Problem `devices.not_this_tablet` where another key signed it than the tablet's */
  report(report: SignedDeviceReport, call: PersonsCall): Promise<void>;
  list(
    query: PageQuery & { school_class?: string | undefined },
    call: PersonsCall,
  ): Promise<{ count: number; next: string | null; results: Device[] }>;
  rename(id: string, name: string, call: PersonsCall): Promise<Device>;
  forget(id: string, call: PersonsCall): Promise<void>;
  /** @throws Problem `devices.not_found`, for an absent tablet and for one that the person may not see alike */
  findVisible(id: string, call: PersonsCall): Promise<Device>;
  /** Takes back that a tablet is prepared, where it is. @throws Problem `devices.not_found` */
  endPreparation(id: string, call: PersonsCall): Promise<Device>;
  /**
   * Takes over what is paused on these tablets as far as the person may give it.
   * @throws Problem `devices.not_found`, `devices.guests_prepare_none`
   */
  keepPreparations(ids: readonly string[], call: PersonsCall): Promise<Device[]>;
}

export function createDeviceService(options: {
  classes: ClassAccess;
  given: GivenTablets;
  standing: Pick<Standing, 'isGuest'>;
}): DeviceService {
  const { classes, given, standing } = options;

  /** Those who see the whole school see all of its tablets; a teacher the own one and those of the own classes. */
  async function visibleTo({ transaction, actor }: PersonsCall): Promise<repository.DeviceFilter> {
    if (seesWholeSchool(actor.role)) return {};
    return { usedBy: { userId: actor.id, classIds: await classes.idsOf(transaction, actor) } };
  }

  async function findVisible(id: string, call: PersonsCall): Promise<Device> {
    const filter = { ...(await visibleTo(call)), id };
    const [row] = await listShown(call, filter);
    if (!row) throw new Problem(deviceProblems.not_found);
    return row;
  }

  async function listShown(
    { transaction, actor }: PersonsCall,
    filter: repository.DeviceFilter,
    page?: PageQuery,
  ): Promise<Device[]> {
    const rows = await repository.listDevices(transaction, actor.tenant_id, filter, page);
    const preparations = await given.readPreparations(
      transaction,
      actor,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({ ...row, preparation: preparations.get(row.id) ?? null }));
  }

  async function takeBack(id: string, { transaction, actor, now }: PersonsCall): Promise<void> {
    const { tenant_id, id: revoked_by } = actor;
    await repository.lockDevice(transaction, tenant_id, id);
    const end = { revoked_at: now, revoked_by };
    const ended = await revokePreparation(transaction, tenant_id, id, end);
    if (ended === null) return;
    await audit(transaction, {
      tenant_id,
      actor_id: revoked_by,
      action: 'devices.preparation_ended',
      subject_id: id,
      details: { preparation_id: ended },
    });
  }

  return {
    findVisible,

    async endPreparation(id, call) {
      const device = await findVisible(id, call);
      await takeBack(id, call);
      return { ...device, preparation: null };
    },

    async keepPreparations(ids, call) {
      const { transaction, actor } = call;
      const { tenant_id } = actor;
      if (await standing.isGuest(transaction, tenant_id, actor.id))
        throw new Problem(deviceProblems.guests_prepare_none);
      for (const id of ids) await findVisible(id, call);
      for (const id of ids) {
        await repository.lockDevice(transaction, tenant_id, id);
        const preparation_id = await given.keep(transaction, actor, id);
        if (preparation_id === null) continue;
        await audit(transaction, {
          tenant_id,
          actor_id: actor.id,
          action: 'devices.preparation_kept',
          subject_id: id,
          details: { preparation_id },
        });
      }
      const results: Device[] = [];
      for (const id of ids) results.push(await findVisible(id, call));
      return results;
    },

    async report({ public_key, known_by, signature, ...report }, { transaction, actor, now }) {
      if (!(await isSignedBy(public_key, deviceReportMessage(report), signature)))
        throw new Problem(deviceProblems.not_this_tablet);
      const by = { tenant_id: actor.tenant_id, last_user_id: actor.id };
      const key = { public_key, known_by_hash: sha256(known_by) };
      const tablet = await repository.storeReport(transaction, by, report, { key, now });
      if (tablet === 'another_tablet') throw new Problem(deviceProblems.not_this_tablet);
      // Each private window is a new tablet to us; without an end one person could fill the list.
      if (tablet === 'new') await repository.dropOldest(transaction, by, limits.devicesPerPerson);
    },

    async list({ school_class, ...page }, call) {
      const { transaction, actor } = call;
      if (school_class !== undefined && !(await classes.runs(transaction, actor, school_class)))
        throw new Problem(classProblems.not_found);
      const filter = { ...(await visibleTo(call)), classId: school_class };
      const count = await repository.countDevices(transaction, actor.tenant_id, filter);
      const results = await listShown(call, filter, page);
      return { count, next: withClass(nextPage(page, count), school_class), results };
    },

    async rename(id, name, call) {
      const before = await findVisible(id, call);
      if (before.name === name) return before;
      const { transaction, actor } = call;
      await repository.setName(transaction, actor.tenant_id, id, name);
      await audit(transaction, {
        tenant_id: actor.tenant_id,
        actor_id: actor.id,
        action: 'devices.renamed',
        subject_id: id,
        details: { from: before.name, to: name },
      });
      return { ...before, name };
    },

    async forget(id, call) {
      const { name } = await findVisible(id, call);
      const { transaction, actor } = call;
      // It may be lost; and nobody could take it back any more when it is not on the list.
      await takeBack(id, call);
      await repository.deleteDevice(transaction, actor.tenant_id, id);
      await audit(transaction, {
        tenant_id: actor.tenant_id,
        actor_id: actor.id,
        action: 'devices.forgotten',
        subject_id: id,
        details: { name },
      });
    },
  };
}

function withClass(next: string | null, schoolClass: string | undefined): string | null {
  return next === null || schoolClass === undefined ? next : `${next}&school_class=${schoolClass}`;
}
