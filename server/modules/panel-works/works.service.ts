import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { paths } from '#contract/kit/paths.ts';
import { Problem } from '#contract/kit/problem.ts';
import { panelProblems } from '#contract/panel/panel.problems.ts';
import type { panelWorkEndpoints } from '#contract/panel/works.endpoints.ts';
import type { PanelWorkText } from '#contract/panel/works.schema.ts';
import { audit } from '#server/platform/audit.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';
import type { Actor, PanelCall } from '#server/platform/route.ts';
import type { Schools } from '../visits/schools.ts';
import { findWork, listWorks } from './works.list.ts';
import { toWorks, type WorksAcross } from './works.shown.ts';

type Parsed<Name extends keyof typeof panelWorkEndpoints> = EndpointParsed<(typeof panelWorkEndpoints)[Name]>;

export type PanelWorkService = ReturnType<typeof createPanelWorkService>;

/** Works of all schools: listed by the panel's role, with words that each school is asked for, and read in one school at a time. */
export function createPanelWorkService(options: {
  works: WorksAcross;
  schools: Pick<Schools, 'look'>;
  /** The id of somebody of the platform in the rows of a school. */
  guestRowOf: (transaction: TenantTransaction, actor: Actor, tenantId: string) => Promise<string>;
}) {
  const { works, schools, guestRowOf } = options;

  /** Each look at a text is a row of the audit there and here (laws 3 and 4). */
  async function noteLook(
    { transaction, actor }: PanelCall,
    { tenantId, workId }: Parsed<'readWork'>['params'],
    { guest, school_name }: { guest: string; school_name: string },
  ): Promise<void> {
    const look = { action: 'panel.work_looked_at', subject_id: workId } as const;
    await audit(transaction, {
      ...look,
      tenant_id: actor.tenant_id,
      actor_id: actor.id,
      details: { tenant_id: tenantId, partner: school_name },
    });
    if (tenantId === actor.tenant_id) return;
    await elsewhere(transaction, tenantId, () =>
      audit(transaction, { ...look, tenant_id: tenantId, actor_id: guest, details: {} }),
    );
  }

  return {
    async list({ query }: Parsed<'listWorks'>, { panel, transaction, now }: PanelCall) {
      const { rows, ...page } = await listWorks(panel, query, now);
      return { results: await toWorks(transaction, rows, works), ...page };
    },

    /** @throws Problem `panel.work_not_found` */
    async read({ params }: Parsed<'readWork'>, call: PanelCall): Promise<PanelWorkText> {
      const { panel, transaction, actor } = call;
      const { tenantId, workId } = params;
      const found = await findWork(panel, params);
      if (!found) throw new Problem(panelProblems.work_not_found);
      const { school_name, is_open: isOpen, watch, reports, is_picked } = found;
      const isWatched = watch !== null && watch !== 'done';
      const guest = await guestRowOf(transaction, actor, tenantId);
      const { work, origin } = await schools.look(call, tenantId, async (there, school) => ({
        work: await works.read(there.transaction, { tenantId, workId, isOpen }, isWatched ? guest : null),
        origin: school.origin,
      }));
      if (!work) throw new Problem(panelProblems.work_not_found);
      await noteLook(call, params, { guest, school_name });
      const { slug, ...facts } = work;
      return {
        ...facts,
        tenant: { id: tenantId, school_name },
        url: work.is_public && origin !== null ? `${origin}${paths.work({ id: slug })}` : null,
        watch,
        reports,
        is_picked,
      };
    },
  };
}
