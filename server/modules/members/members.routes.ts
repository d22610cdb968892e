import { invitationEndpoints } from '#contract/members/invitations.endpoints.ts';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import { openRoute, route, type Route } from '#server/platform/route.ts';
import type { InvitationService } from './invitations.service.ts';
import type { MemberService } from './members.service.ts';

export function memberRoutes(options: { members: MemberService; invitations: InvitationService }): Route[] {
  const { members, invitations } = options;
  return [
    route(memberEndpoints.list, ({ query }, call) => members.list(query, call)),
    route(memberEndpoints.create, ({ body }, call) => members.create(body, call)),
    route(memberEndpoints.read, ({ params }, call) => members.read(params.userId, call)),
    route(memberEndpoints.update, ({ params, body }, call) => members.update(params.userId, body, call)),
    route(memberEndpoints.archive, ({ params }, call) => members.archive(params.userId, call)),
    route(memberEndpoints.restore, ({ params }, call) => members.restore(params.userId, call)),
    openRoute(memberEndpoints.confirmEmail, ({ body }, call) => members.confirmEmail(body.token, call)),
    route(invitationEndpoints.list, ({ query }, call) => invitations.list(query, call)),
    route(invitationEndpoints.invite, ({ body }, call) => invitations.invite(body, call)),
    route(invitationEndpoints.resend, ({ params }, call) => invitations.resend(params.id, call)),
    route(invitationEndpoints.revoke, async ({ params }, call) => {
      await invitations.revoke(params.id, call);
      return {};
    }),
    openRoute(invitationEndpoints.check, ({ body }, call) => invitations.check(body.token, call)),
    openRoute(invitationEndpoints.accept, ({ body }, call) => invitations.accept(body, call)),
  ];
}
