import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { exportProblems } from '#contract/exports/exports.problems.ts';
import { exportLinkMinutes, type TenantExport } from '#contract/exports/exports.schema.ts';
import type { SavedList } from '#contract/exports/saved-lists.endpoints.ts';
import { apiPrefix } from '#contract/kit/http.ts';
import { Problem } from '#contract/kit/problem.ts';
import { tenantProblems } from '#contract/tenants/tenants.problems.ts';
import { audit } from '#server/platform/audit.ts';
import { auditBoth } from '#server/platform/audit-both.ts';
import { elsewhere } from '#server/platform/database.ts';
import type { DueWork } from '#server/platform/due-work.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import { sha256 } from '#server/platform/sha256.ts';
import type { Standing } from '../visits/standing.ts';
import { tokenOf } from './export-token.ts';
import * as repository from './exports.repository.ts';
import { writeExport } from './exports.task.ts';

const minute = 60_000;

export const downloadPath = `${apiPrefix}/v1/exports/files/`;

type Link = { url: string; expires_at: string };

export interface ExportService {
  /** @throws Problem `exports.not_for_guests` */
  list(call: Call<Actor>): Promise<TenantExport[]>;
  /** @throws Problem `exports.not_for_guests`, `exports.under_way` */
  start(call: Call<Actor>): Promise<TenantExport>;
  /** @throws Problem `exports.not_for_guests`, `exports.not_found` */
  makeLink(wanted: { exportId: string; part: number }, call: Call<Actor>): Promise<Link>;
  /** Of rows that a device has: it is told afterwards. */
  noteList(saved: SavedList, call: Call<Actor>): Promise<{ noted: true }>;
  /** @throws Problem `tenants.not_found` */
  listOf(tenantId: string, call: Call<Actor>): Promise<TenantExport[]>;
  /** @throws Problem `tenants.not_found`, `exports.under_way` */
  startOf(tenantId: string, reason: string, call: Call<Actor>): Promise<TenantExport>;
  /** @throws Problem `tenants.not_found`, `exports.not_found` */
  makeLinkOf(wanted: { tenantId: string; exportId: string; part: number }, call: Call<Actor>): Promise<Link>;
}

function shown(row: repository.ExportRow): TenantExport {
  const { id, is_by_platform, asked_at, ready_at, failed_at, expires_at, rows_done, rows_total, parts } = row;
  return {
    id,
    state: ready_at ? 'ready' : failed_at ? 'failed' : 'waiting',
    is_by_platform,
    asked_at: asked_at.toISOString(),
    ready_at: ready_at?.toISOString() ?? null,
    expires_at: expires_at.toISOString(),
    rows_done,
    rows_total,
    parts,
  };
}

export function createExportService(options: {
  addTask: DueWork['add'];
  standing: Pick<Standing, 'isGuest'>;
}): ExportService {
  const { addTask, standing } = options;

  async function refuseGuests({ transaction, actor }: Call<Actor>): Promise<void> {
    if (await standing.isGuest(transaction, actor.tenant_id, actor.id))
      throw new Problem(exportProblems.not_for_guests);
  }

  const listIn = async (tenantId: string, { transaction, now }: Call<Actor>) =>
    (await repository.listExports(transaction, tenantId, now)).map(shown);

  async function begin(
    tenantId: string,
    { transaction, actor, now, origin }: Call<Actor>,
    { is_by_platform, page }: { is_by_platform: boolean; page: string },
  ): Promise<TenantExport> {
    if (await repository.lockExports(transaction, tenantId)) throw new Problem(exportProblems.under_way);
    const id = uuidv7();
    const asked = { asked_by: actor.id, is_by_platform, asked_at: now };
    await repository.insertExport(transaction, { tenant_id: tenantId, id, ...asked });
    const payload = { href: `${origin ?? ''}${page}` };
    const task = { kind: writeExport, subject: id, payload, due_at: now, created_at: now };
    await addTask(transaction, tenantId, task);
    const [row] = await repository.listExports(transaction, tenantId, now);
    if (!row) throw new Error('The export was not kept');
    return shown(row);
  }

  async function linkTo(
    tenantId: string,
    { exportId, part }: { exportId: string; part: number },
    { transaction, actor, now }: Call<Actor>,
  ): Promise<Link> {
    const found = (await repository.listExports(transaction, tenantId, now)).find(
      ({ id }) => id === exportId,
    );
    if (!found?.parts.some((each) => each.part === part)) throw new Problem(exportProblems.not_found);
    const secret = randomBytes(32).toString('base64url');
    const token = tokenOf({ secret, giver_tenant_id: actor.tenant_id, giver_id: actor.id });
    const expires_at = new Date(now.getTime() + exportLinkMinutes * minute);
    await repository.insertLink(transaction, {
      tenant_id: tenantId,
      token_hash: sha256(token),
      export_id: exportId,
      part,
      made_at: now,
      expires_at,
    });
    return { url: `${downloadPath}${tenantId}/${token}`, expires_at: expires_at.toISOString() };
  }

  /** In the school's own rows, once it is known to be one. */
  async function there<Result>(
    tenantId: string,
    { transaction }: Call<Actor>,
    work: (school: { id: string; school_name: string }) => Promise<Result>,
  ): Promise<Result> {
    return await elsewhere(transaction, tenantId, async () => {
      const school = await repository.findSchool(transaction, tenantId);
      if (!school || school.is_platform) throw new Problem(tenantProblems.not_found);
      return await work(school);
    });
  }

  return {
    async list(call) {
      await refuseGuests(call);
      return await listIn(call.tenant.id, call);
    },

    async start(call) {
      await refuseGuests(call);
      const { transaction, tenant, actor } = call;
      const page = tenant.is_organization ? '/admin-organization/profile' : '/admin-school/profile';
      const made = await begin(tenant.id, call, { is_by_platform: false, page });
      await audit(transaction, {
        tenant_id: tenant.id,
        actor_id: actor.id,
        action: 'tenants.exported',
        subject_id: made.id,
      });
      return made;
    },

    async makeLink(wanted, call) {
      await refuseGuests(call);
      const { transaction, tenant, actor } = call;
      const link = await linkTo(tenant.id, wanted, call);
      await audit(transaction, {
        tenant_id: tenant.id,
        actor_id: actor.id,
        action: 'tenants.export_fetched',
        subject_id: wanted.exportId,
        details: { part: wanted.part },
      });
      return link;
    },

    async noteList({ list, rows }, { transaction, actor }) {
      await audit(transaction, {
        tenant_id: actor.tenant_id,
        actor_id: actor.id,
        action: 'exports.list_saved',
        subject_id: actor.tenant_id,
        details: { name: list, count: rows },
      });
      return { noted: true };
    },

    listOf: (tenantId, call) => there(tenantId, call, () => listIn(tenantId, call)),

    startOf: (tenantId, reason, call) =>
      there(tenantId, call, async (school) => {
        const page = `/admin-panel/tenant/${tenantId}?tab=lifecycle`;
        const made = await begin(tenantId, call, { is_by_platform: true, page });
        await auditBoth(call, school, 'tenants.exported', { reason });
        return made;
      }),

    makeLinkOf: ({ tenantId, ...wanted }, call) =>
      there(tenantId, call, async (school) => {
        const link = await linkTo(tenantId, wanted, call);
        await auditBoth(call, school, 'tenants.export_fetched', { part: wanted.part });
        return link;
      }),
  };
}
