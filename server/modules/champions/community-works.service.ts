import { championProblems } from '#contract/champions/champions.problems.ts';
import type { ownChampionEndpoints } from '#contract/champions/champions.endpoints.ts';
import type {
  CommunityWork,
  CommunityWorkQuery,
  OwnSuggestion,
} from '#contract/champions/champions.schema.ts';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { paths } from '#contract/kit/paths.ts';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import { panelProblems } from '#contract/panel/panel.problems.ts';
import { audit } from '#server/platform/audit.ts';
import { elsewhere } from '#server/platform/database.ts';
import { hostOf, originOn } from '#server/platform/host.ts';
import type { Panel } from '#server/platform/panel.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import { findSchool } from '../panel-works/picks.repository.ts';
import * as suggestions from '../panel-works/suggestions.repository.ts';
import { listWorks } from '../panel-works/works.list.ts';
import { cardsInTenants, type WorksAcross } from '../panel-works/works.shown.ts';

const mostOpen = 50;
const mostShown = 100;

type Suggesting = EndpointParsed<(typeof ownChampionEndpoints)['suggest']>;

export type CommunityWorkService = ReturnType<typeof createCommunityWorkService>;

/** What superpower parents see of the works of all schools, which is what a stranger sees, and what they suggest of it. */
export function createCommunityWorkService(options: {
  panel: Panel | undefined;
  works: Pick<WorksAcross, 'listForStrangers' | 'cardsForStrangers'>;
  baseDomain: string;
}) {
  const { panel, works, baseDomain } = options;

  /** Where a school has its pages; null where it has no address. */
  async function originOf(tenantId: string, { transaction, origin }: Call<Actor>): Promise<string | null> {
    const school = await elsewhere(transaction, tenantId, () => findSchool(transaction, tenantId));
    const host = school && hostOf(school, baseDomain);
    return host && origin !== null ? originOn(origin, host) : null;
  }

  return {
    async list(query: CommunityWorkQuery, call: Call<Actor>) {
      if (!panel) throw new Problem(requestProblems.unavailable);
      const { transaction, tenant, actor, now } = call;
      const asked = { search: query.search, limit: query.limit, after: query.after, kind: query.kind };
      const { rows, next, count } = await listWorks(panel, asked, now);
      const shown = await cardsInTenants(transaction, rows, works);
      const own = await suggestions.listSuggestionsOf(transaction, {
        tenantId: tenant.id,
        userId: actor.id,
        limit: mostShown,
      });
      const suggested = new Set(
        own.flatMap(({ school_id, work_id, state }) => (state === 'open' ? [`${school_id} ${work_id}`] : [])),
      );
      const origins = new Map<string, string | null>();
      for (const { tenant_id } of rows)
        if (!origins.has(tenant_id)) origins.set(tenant_id, await originOf(tenant_id, call));
      const results = rows.flatMap(({ id, tenant_id, school_name, is_picked }): CommunityWork[] => {
        const work = shown.get(`${tenant_id} ${id}`);
        if (!work) return [];
        const origin = origins.get(tenant_id) ?? null;
        const { kind, title, byline, language, level, slug } = work;
        return [
          {
            tenant: { id: tenant_id, school_name },
            id,
            kind,
            title,
            byline,
            language,
            level,
            url: origin === null ? null : `${origin}${paths.work({ id: slug })}`,
            // What the platform has itself is on its shelves.
            is_picked: is_picked || tenant_id === tenant.id,
            is_suggested: suggested.has(`${tenant_id} ${id}`),
          },
        ];
      });
      return { results, next, count };
    },

    /** @throws Problem `panel.already_here`, `panel.work_not_found`, `champions.too_many` */
    async suggest({ params, body }: Suggesting, { transaction, tenant, actor, now }: Call<Actor>) {
      const { tenantId, workId } = params;
      if (tenantId === tenant.id) throw new Problem(panelProblems.already_here);
      const [work] = await elsewhere(transaction, tenantId, async () => {
        const school = await findSchool(transaction, tenantId);
        if (school?.suspended_at !== null) return [];
        return await works.listForStrangers(transaction, tenantId, [workId]);
      });
      if (!work) throw new Problem(panelProblems.work_not_found);
      if ((await suggestions.countOpenOf(transaction, tenant.id, actor.id)) >= mostOpen)
        throw new Problem(championProblems.too_many);
      await suggestions.putSuggestion(transaction, tenant.id, {
        school_id: tenantId,
        work_id: workId,
        suggested_by: actor.id,
        why: body.why,
        now,
      });
      await audit(transaction, {
        tenant_id: tenant.id,
        actor_id: actor.id,
        action: 'picks.suggested',
        subject_id: workId,
        details: { name: work.title, tenant_id: tenantId },
      });
    },

    async listOwn({ transaction, tenant, actor }: Call<Actor>): Promise<{ results: OwnSuggestion[] }> {
      const rows = await suggestions.listSuggestionsOf(transaction, {
        tenantId: tenant.id,
        userId: actor.id,
        limit: mostShown,
      });
      const places = rows.map(({ school_id, work_id }) => ({ tenant_id: school_id, id: work_id }));
      const shown = await cardsInTenants(transaction, places, works);
      return {
        results: rows.map(({ school_id, work_id, why, state, suggested_at }) => ({
          tenant_id: school_id,
          work_id,
          title: shown.get(`${school_id} ${work_id}`)?.title ?? null,
          why,
          state,
          suggested_at: suggested_at.toISOString(),
        })),
      };
    },
  };
}
