import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { paths } from '#contract/kit/paths.ts';
import { Problem } from '#contract/kit/problem.ts';
import { panelProblems } from '#contract/panel/panel.problems.ts';
import type { pickEndpoints } from '#contract/panel/picks.endpoints.ts';
import { pickedCoverPath } from '#contract/panel/picks.rules.ts';
import { picksShown, type PickedWork } from '#contract/panel/picks.schema.ts';
import { suggestionsShown, type Suggestion } from '#contract/panel/suggestions.schema.ts';
import type { suggestionEndpoints } from '#contract/panel/suggestions.endpoints.ts';
import type { WorkCard } from '#contract/works/works.schema.ts';
import { audit } from '#server/platform/audit.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';
import { hostOf, originOn } from '#server/platform/host.ts';
import type { Actor, Call, PanelCall } from '#server/platform/route.ts';
import * as repository from './picks.repository.ts';
import * as suggestions from './suggestions.repository.ts';
import { cardsInTenants, type WorksAcross } from './works.shown.ts';

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
  works: Pick<WorksAcross, 'listForStrangers' | 'cardsForStrangers'>;
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
      await suggestions.settleSuggestions(transaction, actor.tenant_id, { ...place, state: 'picked' });
      if (!(await repository.insertPick(transaction, actor.tenant_id, { ...place, now }))) return;
      await note(call, 'picks.picked', params, { name: work.title, partner: there.school_name });
    },

    /** Works that are suggested, with what strangers see of each now. */
    async listSuggested({ panel, transaction }: PanelCall): Promise<{ results: Suggestion[] }> {
      const rows = await suggestions.listOpen(panel, suggestionsShown);
      const shown = await cardsInTenants(transaction, rows, works);
      const found = new Map<string, Suggestion>();
      for (const { tenant_id, id, school_name, user_id, name, why, suggested_at } of rows) {
        const work = shown.get(`${tenant_id} ${id}`);
        if (!work) continue;
        const { kind, title, byline } = work;
        const suggestion = found.get(`${tenant_id} ${id}`) ?? {
          work: { tenant: { id: tenant_id, school_name }, id, kind, title, byline, is_picked: false },
          by: [],
        };
        suggestion.by.push({ user_id, name, why, at: suggested_at.toISOString() });
        found.set(`${tenant_id} ${id}`, suggestion);
      }
      return { results: [...found.values()] };
    },

    /** @throws Problem `panel.not_suggested`, `panel.suggested_since` */
    async decline(
      { params, body }: EndpointParsed<(typeof suggestionEndpoints)['decline']>,
      { transaction, actor }: Call<Actor>,
    ): Promise<void> {
      const place = { school_id: params.tenantId, work_id: params.workId };
      const open = await suggestions.lockOpen(transaction, actor.tenant_id, place);
      if (open.length === 0) throw new Problem(panelProblems.not_suggested);
      if (open.some(({ suggested_at }) => suggested_at.getTime() > Date.parse(body.seen)))
        throw new Problem(panelProblems.suggested_since);
      await suggestions.settleSuggestions(transaction, actor.tenant_id, { ...place, state: 'declined' });
      await audit(transaction, {
        tenant_id: actor.tenant_id,
        actor_id: actor.id,
        action: 'picks.declined',
        subject_id: params.workId,
        details: { tenant_id: params.tenantId },
      });
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
