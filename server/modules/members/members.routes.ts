import { invitationEndpoints } from '#contract/members/invitations.endpoints.ts';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import type { CreateMember, ListedStudent, Member, MemberDetails } from '#contract/members/members.schema.ts';
import {
  openRoute,
  preparedRoute,
  route,
  type Actor,
  type Call,
  type Route,
} from '#server/platform/route.ts';
import type { InvitationService } from './invitations.service.ts';
import type { MemberService, PreparedPicture } from './members.service.ts';

/** What is for one's own tenant on its host, and for all of them on the platform's own site. */
export interface MembersAcross {
  read(userId: string, call: Call<Actor>): Promise<MemberDetails | ListedStudent>;
  create(form: Omit<CreateMember, 'avatar'>, picture: PreparedPicture, call: Call<Actor>): Promise<Member>;
  update: MemberService['update'];
}

export function memberRoutes(options: {
  members: MemberService;
  across: MembersAcross;
  invitations: InvitationService;
}): Route[] {
  const { members, across, invitations } = options;
  return [
    route(memberEndpoints.list, ({ query }, call) => members.list(query, call)),
    preparedRoute(
      memberEndpoints.create,
      ({ body }, call) => members.preparePicture(body.avatar, call),
      ({ body: { avatar: _sent, ...form } }, call, picture) => across.create(form, picture, call),
    ),
    route(memberEndpoints.read, ({ params }, call) => across.read(params.userId, call)),
    preparedRoute(
      memberEndpoints.update,
      ({ body }, call) => members.preparePicture(body.avatar, call),
      ({ params, body: { avatar: _sent, ...form } }, call, picture) =>
        across.update(params.userId, form, picture, call),
    ),
    route(memberEndpoints.readOwn, (_input, call) => members.read(call.actor.id, call)),
    preparedRoute(
      memberEndpoints.updateOwn,
      ({ body }, call) => members.preparePicture(body.avatar, call),
      ({ body: { avatar: _sent, ...form } }, call, picture) => members.updateOwn(form, picture, call),
    ),
    route(memberEndpoints.archive, ({ params }, call) => members.archive(params.userId, call)),
    route(memberEndpoints.restore, ({ params }, call) => members.restore(params.userId, call)),
    openRoute(memberEndpoints.confirmEmail, ({ body }, call) => members.confirmEmail(body.token, call)),
    openRoute(memberEndpoints.stopEmailChange, ({ body }, call) => members.stopEmailChange(body.token, call)),
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
