import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { paths } from '#contract/kit/paths.ts';
import { Problem } from '#contract/kit/problem.ts';
import { panelProblems } from '#contract/panel/panel.problems.ts';
import type { pickEndpoints } from '#contract/panel/picks.endpoints.ts';
import { pickedCoverPath } from '#contract/panel/picks.rules.ts';
import { picksShown, type PickedWork } from '#contract/panel/picks.schema.ts';
import type { WorkCard } from '#contract/works/works.schema.ts';
import { audit } from '#server/platform/audit.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';
import { hostOf, originOn } from '#server/platform/host.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import * as repository from './picks.repository.ts';
import type { WorksAcross } from './works.service.ts';

type Params = EndpointParsed<(typeof pickEndpoints)['pick']>['params'];

/** Works of one school that a stranger may see there now. */
interface ShownThere {
  school_name: string;
  origin: string;
  works: readonly WorkCard[];
}

export type PickService = ReturnType<typeof createPickService>;

/** Works of schools on the shelf of the platform: which they are stands here, what is seen of them each school is asked. */
export function createPickService(options: {
  works: Pick<WorksAcross, 'listForStrangers'>;
  /** The id of somebody of the platform in the rows of a school. */
  guestRowOf: (transaction: TenantTransaction, actor: Actor, tenantId: string) => Promise<string>;
  baseDomain: string;
}) {
  const { works, guestRowOf, baseDomain } = options;

  /** Null where the school rests, or has no address for strangers. */
  const shownAt = (
    { transaction, origin }: Pick<Call, 'transaction' | 'origin'>,
    tenantId: string,
    ids: string[],
  ) =>
    elsewhere(transaction, tenantId, async (): Promise<ShownThere | null> => {
      const school = await repository.findSchool(transaction, tenantId);
      const host = school && hostOf(school, baseDomain);
      if (!school || !host || origin === null || school.suspended_at !== null) return null;
      return {
        school_name: school.school_name,
        origin: originOn(origin, host),
        works: await works.listForStrangers(transaction, tenantId, ids),
      };
    });

  /** A row of the audit there and here (law 7). */
  async function note(
    { transaction, actor }: Call<Actor>,
    action: 'picks.picked' | 'picks.unpicked',
    { tenantId, workId }: Params,
    { partner, ...told }: { name?: string; partner?: string },
  ): Promise<void> {
    const guest = await guestRowOf(transaction, actor, tenantId);
    const entry = { action, subject_id: workId } as const;
    await elsewhere(transaction, tenantId, () =>
      audit(transaction, { ...entry, tenant_id: tenantId, actor_id: guest, details: told }),
    );
    await audit(transaction, {
      ...entry,
      tenant_id: actor.tenant_id,
      actor_id: actor.id,
      details: { ...told, tenant_id: tenantId, ...(partner !== undefined && { partner }) },
    });
  }

  return {
    async list(call: Call): Promise<{ results: PickedWork[] }> {
      const picks = await repository.listPicks(call.transaction, call.tenant.id, picksShown);
      const wanted = new Map<string, string[]>();
      for (const { school_id, work_id } of picks)
        wanted.set(school_id, [...(wanted.get(school_id) ?? []), work_id]);
      const shown = new Map<string, PickedWork>();
      for (const [tenantId, ids] of wanted) {
        const there = await shownAt(call, tenantId, ids);
        for (const work of there?.works ?? []) {
          const { id, kind, title, byline, language, level, parts, cover, slug } = work;
          shown.set(`${tenantId} ${id}`, {
            id,
            school_name: there?.school_name ?? '',
            url: `${there?.origin ?? ''}${paths.work({ id: slug })}`,
            kind,
            title,
            byline,
            language,
            level,
            parts,
            cover: cover && pickedCoverPath({ tenantId, workId: id }, cover.sha256),
          });
        }
      }
      return {
        results: picks.flatMap(({ school_id, work_id }) => shown.get(`${school_id} ${work_id}`) ?? []),
      };
    },

    /** @throws Problem `panel.already_here`, `panel.work_not_found` */
    async pick({ params }: { params: Params }, call: Call<Actor>): Promise<void> {
      const { transaction, actor, now } = call;
      const { tenantId, workId } = params;
      if (tenantId === actor.tenant_id) throw new Problem(panelProblems.already_here);
      const there = await shownAt(call, tenantId, [workId]);
      const [work] = there?.works ?? [];
      // A message goes into an edition of Dear World.
      if (!there || !work || work.kind === 'message') throw new Problem(panelProblems.work_not_found);
      const place = { school_id: tenantId, work_id: workId };
      if (!(await repository.insertPick(transaction, actor.tenant_id, { ...place, now }))) return;
      await note(call, 'picks.picked', params, { name: work.title, partner: there.school_name });
    },

    /** @throws Problem `panel.not_picked` */
    async unpick({ params }: { params: Params }, call: Call<Actor>): Promise<void> {
      const { transaction, actor } = call;
      const place = { school_id: params.tenantId, work_id: params.workId };
      if (!(await repository.deletePick(transaction, actor.tenant_id, place)))
        throw new Problem(panelProblems.not_picked);
      await note(call, 'picks.unpicked', params, {});
    },
  };
}
