import type { dearWorldEndpoints } from '#contract/dear-world/dear-world.endpoints.ts';
import type { messageEndpoints } from '#contract/dear-world/messages.endpoints.ts';
import { dearWorldProblems } from '#contract/dear-world/dear-world.problems.ts';
import { messageDrawingPath } from '#contract/dear-world/dear-world.rules.ts';
import type { DearWorld, Message } from '#contract/dear-world/dear-world.schema.ts';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { Problem } from '#contract/kit/problem.ts';
import { audit } from '#server/platform/audit.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';
import { findPlatformId } from '#server/platform/platform-tenant.ts';
import type { Actor, Call, PanelCall } from '#server/platform/route.ts';
import { readAfter, writeAfter, type ListKey } from '../panel/after.ts';
import { listMessages, type ListMessages } from './messages.list.ts';
import * as repository from './messages.repository.ts';
import { findSchool } from '../panel-works/picks.repository.ts';

/** Picks that are looked at for one answer: as many schools are asked at most. */
const picksPerLook = 24;
/** Looks for one answer, where few messages of them are shown. */
const looksPerAnswer = 5;

type Params = EndpointParsed<(typeof messageEndpoints)['unpick']>['params'];

export type DearWorldService = ReturnType<typeof createDearWorldService>;

/** Which messages are in an edition stands here; what is seen of them each school is asked at each look. */
export function createDearWorldService(options: {
  listMessages: ListMessages;
  /** The id of somebody of the platform in the rows of a school. */
  guestRowOf: (transaction: TenantTransaction, actor: Actor, tenantId: string) => Promise<string>;
}) {
  const { listMessages: messagesAt, guestRowOf } = options;

  /** Null where the school rests. */
  const shownAt = (transaction: TenantTransaction, tenantId: string, ids: readonly string[]) =>
    elsewhere(transaction, tenantId, async () => {
      const school = await findSchool(transaction, tenantId);
      if (school?.suspended_at !== null) return null;
      return { ...school, messages: await messagesAt(transaction, tenantId, ids) };
    });

  /** These messages in their order, without those that a stranger may not see now. */
  async function look(
    transaction: TenantTransaction,
    picks: readonly repository.PickedMessage[],
  ): Promise<Message[]> {
    const wanted = new Map<string, string[]>();
    for (const { school_id, work_id } of picks)
      wanted.set(school_id, [...(wanted.get(school_id) ?? []), work_id]);
    const shown = new Map<string, Message>();
    for (const [tenantId, ids] of wanted) {
      const there = await shownAt(transaction, tenantId, ids);
      for (const { drawing, ...message } of there?.messages ?? [])
        shown.set(`${tenantId} ${message.id}`, {
          ...message,
          country: there?.country ?? null,
          drawing: drawing && {
            url: messageDrawingPath({ tenantId, workId: message.id }, drawing.sha256),
            width: drawing.width,
            height: drawing.height,
            alt: drawing.alt,
          },
        });
    }
    return picks.flatMap(({ school_id, work_id }) => shown.get(`${school_id} ${work_id}`) ?? []);
  }

  /** A row of the audit there and here (law 7). */
  async function note(
    { transaction, actor }: Call<Actor>,
    action: 'messages.picked' | 'messages.unpicked',
    { tenantId, workId }: Params,
    { partner, year }: { partner?: string; year: number },
  ): Promise<void> {
    const guest = await guestRowOf(transaction, actor, tenantId);
    const entry = { action, subject_id: workId } as const;
    const details = { [action === 'messages.picked' ? 'to' : 'from']: String(year) };
    await elsewhere(transaction, tenantId, () =>
      audit(transaction, { ...entry, tenant_id: tenantId, actor_id: guest, details }),
    );
    await audit(transaction, {
      ...entry,
      tenant_id: actor.tenant_id,
      actor_id: actor.id,
      details: { ...details, tenant_id: tenantId, ...(partner !== undefined && { partner }) },
    });
  }

  return {
    async read(
      { query }: EndpointParsed<(typeof dearWorldEndpoints)['read']>,
      { transaction }: Pick<Call, 'transaction'>,
    ): Promise<DearWorld> {
      const platformId = await findPlatformId(transaction);
      if (platformId === undefined) return { years: [], year: null, results: [], next: null };
      const { goal, message: wanted } = query;
      const years = await elsewhere(transaction, platformId, () =>
        repository.listYears(transaction, platformId),
      );
      const year = query.year ?? years[0] ?? null;
      if (year === null) return { years, year, results: [], next: null };
      if (wanted !== undefined) {
        const picks = await elsewhere(transaction, platformId, () =>
          repository.listPicksOf(transaction, platformId, wanted),
        );
        return { years, year, results: await look(transaction, picks), next: null };
      }
      let after: ListKey | null = query.after === undefined ? null : readAfter(query.after, 'moment');
      const results: Message[] = [];
      let hasMore = true;
      for (let looks = 0; hasMore && looks < looksPerAnswer && results.length < picksPerLook; looks += 1) {
        const from = after;
        const picks = await elsewhere(transaction, platformId, () =>
          repository.listEdition(transaction, platformId, { year, after: from, limit: picksPerLook + 1 }),
        );
        hasMore = picks.length > picksPerLook;
        const looked = picks.slice(0, picksPerLook);
        const shown = await look(transaction, looked);
        results.push(...shown.filter((message) => goal === undefined || message.goal === goal));
        const last = looked.at(-1);
        if (last) after = [last.picked_at, last.school_id, last.work_id];
      }
      const next = new URLSearchParams({ year: String(year) });
      if (goal !== undefined) next.set('goal', String(goal));
      if (after) next.set('after', writeAfter(after));
      return { years, year, results, next: hasMore && after ? `?${next.toString()}` : null };
    },

    list: ({ query }: EndpointParsed<(typeof messageEndpoints)['list']>, call: PanelCall) =>
      listMessages(query, call, messagesAt),

    /** @throws Problem `messages.not_found` */
    async pick(
      { params, body }: EndpointParsed<(typeof messageEndpoints)['pick']>,
      call: Call<Actor>,
    ): Promise<void> {
      const { transaction, actor, now } = call;
      const { tenantId, workId } = params;
      const there = await shownAt(transaction, tenantId, [workId]);
      if (!there || there.messages.length === 0) throw new Problem(dearWorldProblems.not_found);
      const place = { school_id: tenantId, work_id: workId };
      const { year } = body;
      if ((await repository.findEdition(transaction, actor.tenant_id, place)) === year) return;
      await repository.putIntoEdition(transaction, actor.tenant_id, { ...place, year, now });
      await note(call, 'messages.picked', params, { partner: there.school_name, year });
    },

    /** @throws Problem `messages.not_picked` */
    async unpick({ params }: { params: Params }, call: Call<Actor>): Promise<void> {
      const { transaction, actor } = call;
      const place = { school_id: params.tenantId, work_id: params.workId };
      const year = await repository.takeOutOfEdition(transaction, actor.tenant_id, place);
      if (year === undefined) throw new Problem(dearWorldProblems.not_picked);
      await note(call, 'messages.unpicked', params, { year });
    },
  };
}
