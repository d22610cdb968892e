import { contentProblems } from '#contract/content/content.problems.ts';
import { isJoinOpen, joinTimeOf } from '#contract/content/joining.rules.ts';
import type { EndpointParsed, EndpointResponse } from '#contract/kit/endpoint.ts';
import { Problem } from '#contract/kit/problem.ts';
import type { learningEndpoints } from '#contract/learning/learning.endpoints.ts';
import { learningProblems } from '#contract/learning/learning.problems.ts';
import { audit } from '#server/platform/audit.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import type { ContentService } from '../content/content.service.ts';
import type { JoinLinks } from '../content-editing/join-links.ts';

type JoinEvent = typeof learningEndpoints.joinEvent;

export type JoiningService = ReturnType<typeof createJoiningService>;

export function createJoiningService({
  content,
  joinLinks,
}: {
  content: Pick<ContentService, 'listWithMoments'>;
  joinLinks: Pick<JoinLinks, 'find'>;
}) {
  return {
    /**
     * The link, to one of the staff at whose school the event is shown.
     * @throws Problem `content.not_found`, `learning.join_closed`, `learning.no_join_link`
     */
    async join(
      { params: { pageId } }: EndpointParsed<JoinEvent>,
      { transaction, actor, now }: Call<Actor>,
    ): Promise<EndpointResponse<JoinEvent>> {
      const { tenant_id, id } = actor;
      const shown = await content.listWithMoments({ transaction, tenantId: tenant_id, reader: 'staff', now });
      const event = shown.find(({ card }) => card.id === pageId && card.kind === 'event')?.card;
      if (!event) throw new Problem(contentProblems.not_found);
      if (!joinTimeOf(event)) throw new Problem(learningProblems.no_join_link);
      if (!isJoinOpen(event, now.getTime())) throw new Problem(learningProblems.join_closed);
      const link = await joinLinks.find(transaction, pageId);
      if (link === null) throw new Problem(learningProblems.no_join_link);
      await audit(transaction, {
        tenant_id,
        actor_id: id,
        action: 'learning.event_joined',
        subject_id: pageId,
      });
      return { link };
    },
  };
}
