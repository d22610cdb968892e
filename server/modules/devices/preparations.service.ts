import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { classProblems } from '#contract/classes/classes.problems.ts';
import { deviceProblems } from '#contract/devices/devices.problems.ts';
import type {
  DevicePrepare,
  PackStudent,
  PreparedDevice,
  TabletPack,
} from '#contract/devices/preparation.schema.ts';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import { product } from '#contract/kit/product.ts';
import { seesWholeSchool } from '#contract/kit/roles.ts';
import { audit } from '#server/platform/audit.ts';
import type { CallerBrowser } from '#server/platform/browser.ts';
import { inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { Guesses } from '#server/platform/guesses.ts';
import type { Actor, Call, HostTenant } from '#server/platform/route.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';
import { sha256 } from '#server/platform/sha256.ts';
import type { ClassAccess } from '../classes/classes.service.ts';
import type { SessionEnding } from '../identity/session-ending.ts';
import type { PupilTiles } from '../students/pupil-tiles.ts';
import type { Standing } from '../visits/standing.ts';
import { lockDevice } from './devices.repository.ts';
import type { DeviceService } from './devices.service.ts';
import type { GivenTablets } from './given-tablets.ts';
import * as repository from './preparations.repository.ts';

type PersonsCall = Call<Actor>;

/** Tablets on which children sign in without a network. */
export interface PreparationService {
  /**
   * One preparation of a tablet is in force; the one before it ends.
   * @throws Problem `devices.not_found`, `devices.guests_prepare_none`, `classes.not_found`; `request.forbidden` for the whole school of somebody who does
   * not see it whole
   */
  prepare(wanted: DevicePrepare, call: PersonsCall): Promise<PreparedDevice>;
  /**
   * What a tablet has to know; null where it knows it already.
   * @throws Problem `devices.preparation_refused` for a token that was taken back and one that never was alike
   */
  readPack(
    tenant: HostTenant,
    asked: { token: string; version?: string | undefined },
    call: { now: Date; browser: CallerBrowser },
  ): Promise<TabletPack | null>;
}

export function createPreparationService(options: {
  database: Database;
  secretKey: SecretKey;
  devices: DeviceService;
  classes: ClassAccess;
  given: GivenTablets;
  standing: Pick<Standing, 'isGuest'>;
  sessions: Pick<SessionEnding, 'shortenOnDevice'>;
  tiles: PupilTiles;
  guesses: Guesses;
}): PreparationService {
  const { database, secretKey, devices, classes, given, standing, sessions, tiles, guesses } = options;

  /** What the tablet is for from now on and by whose right, the classes of colleagues among it. */
  async function resolveClasses(
    { device_id, school_class_ids, token }: DevicePrepare,
    { transaction, actor }: PersonsCall,
  ): Promise<repository.GivenClasses> {
    const given_by = actor.id;
    if (school_class_ids === null) {
      if (!seesWholeSchool(actor.role)) throw new Problem(requestProblems.forbidden);
      return { given_by };
    }
    const own = await classes.idsOf(transaction, actor);
    if (!school_class_ids.every((id) => own.includes(id))) throw new Problem(classProblems.not_found);
    const chosen = school_class_ids.map((id) => ({ id, given_by }));
    if (seesWholeSchool(actor.role) || token === undefined) return chosen;
    const { tenant_id } = actor;
    const before = await repository.findPreparation(transaction, tenant_id, device_id, sha256(token));
    if (before?.whole_school === true) {
      const counts = (await given.countingOf(transaction, tenant_id, before)) === null;
      return counts ? { given_by: before.given_by } : chosen;
    }
    const ofColleagues = before?.classes.filter(({ id }) => !own.includes(id)) ?? [];
    return [...chosen, ...ofColleagues];
  }

  /**
   * What stands in the pack, as it comes from the database, and the version of that: with thirty tablets that wake up
   * together, most have it already, and then nothing is made of it. Under a key, because last names are in it; with our own
   * version, which may make something else of the same rows.
   */
  async function readContent(
    transaction: TenantTransaction,
    tenantId: string,
    classIds: readonly string[] | null,
  ) {
    const found = await repository.listPackClasses(transaction, tenantId, classIds);
    const ids = classIds && found.map(({ id }) => id);
    const students = await repository.listPackStudents(transaction, tenantId, ids);
    const content = { classes: found, students };
    const version = secretKey
      .sign('tablet packs', JSON.stringify({ by: product.version, ...content }))
      .toString('base64url');
    return { version, ...content };
  }

  function packOf(
    tenantId: string,
    { version, ...content }: Awaited<ReturnType<typeof readContent>>,
  ): TabletPack {
    const groups = new Map<string | null, PackStudent[]>(content.classes.map(({ id }) => [id, []]));
    const withoutClass: PackStudent[] = [];
    for (const { student, tile } of tiles.of(tenantId, content.students)) {
      const { id, school_class_id, badges } = student;
      // A class that is archived is no place to look for a child.
      const group = groups.get(school_class_id) ?? withoutClass;
      group.push({ id, ...tile, badges: badges ?? [] });
    }
    return {
      version,
      classes: content.classes.map((row) => ({ ...row, students: groups.get(row.id) ?? [] })),
      without_class: withoutClass,
    };
  }

  return {
    async prepare(wanted, call) {
      const { transaction, actor, now } = call;
      const { tenant_id, id: made_by } = actor;
      const { device_id } = wanted;
      if (await standing.isGuest(transaction, tenant_id, made_by))
        throw new Problem(deviceProblems.guests_prepare_none);
      await devices.findVisible(device_id, call);
      await lockDevice(transaction, tenant_id, device_id);
      const prepared = await resolveClasses(wanted, call);
      const token = randomBytes(32).toString('base64url');
      const preparation = { tenant_id, id: uuidv7(), device_id, token_hash: sha256(token) };
      await repository.revokePreparation(transaction, tenant_id, device_id, {
        revoked_at: now,
        revoked_by: made_by,
      });
      await repository.insertPreparation(transaction, { ...preparation, made_at: now, made_by }, prepared);
      await audit(transaction, {
        tenant_id,
        actor_id: made_by,
        action: 'devices.prepared',
        subject_id: device_id,
        details: {
          preparation_id: preparation.id,
          school_class_ids: Array.isArray(prepared) ? prepared.map(({ id }) => id) : null,
        },
      });
      await sessions.shortenOnDevice(transaction, { tenant_id, device_id });
      const counting = await given.countingOf(transaction, tenant_id, {
        whole_school: !Array.isArray(prepared),
        given_by: Array.isArray(prepared) ? made_by : prepared.given_by,
        classes: Array.isArray(prepared) ? prepared : [],
      });
      const pack = packOf(tenant_id, await readContent(transaction, tenant_id, counting));
      return { preparation_id: preparation.id, token, asked_at: now.toISOString(), pack };
    },

    async readPack(tenant, { token, version }, { now, browser }) {
      const content = await guesses.attemptBeyondGuessing(
        {
          tenantId: tenant.id,
          guessers: [{ kind: 'tablet_network', subject: browser.network }],
          wrong: deviceProblems.preparation_refused.code,
          now,
        },
        async () =>
          await inTenant(database, tenant.id, async (transaction) => {
            const found = await repository.noteAsked(transaction, tenant.id, sha256(token), now);
            if (!found) throw new Problem(deviceProblems.preparation_refused);
            const counting = await given.countingOf(transaction, tenant.id, found);
            return await readContent(transaction, tenant.id, counting);
          }),
      );
      return content.version === version ? null : packOf(tenant.id, content);
    },
  };
}
