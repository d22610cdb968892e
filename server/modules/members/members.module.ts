import type { Module, OptionsOf } from '#server/platform/module.ts';
import type { AllowedVisits } from '../visits/allowed-visits.ts';
import { createAskedFor, type AskedFor } from './asked-for.ts';
import { oldEmailChanges } from './email-changes.repository.ts';
import { createEmailChangeService, type EmailChangeService } from './email-changes.service.ts';
import { oldInvitations } from './invitations.repository.ts';
import { createInvitationService, type InvitationService } from './invitations.service.ts';
import { memberRoutes } from './members.routes.ts';
import { createMemberService, type MemberService } from './members.service.ts';

export interface Members extends Module {
  readonly members: MemberService;
  readonly invitations: InvitationService;
  readonly emails: EmailChangeService;
  readonly askedFor: AskedFor;
}

/** Grown-ups of a school, how they are invited, and their e-mail addresses. */
export function createMembers(
  deps: OptionsOf<typeof createInvitationService> &
    Omit<OptionsOf<typeof createEmailChangeService>, 'invitations'> &
    Omit<OptionsOf<typeof createMemberService>, 'invitations' | 'emails' | 'askedFor'> &
    Pick<OptionsOf<typeof memberRoutes>, 'across'> &
    Pick<OptionsOf<typeof createAskedFor>, 'links'> & { visits: AllowedVisits },
): Members {
  const askedFor = createAskedFor(deps);
  const invitations = createInvitationService(deps);
  const emails = createEmailChangeService({ ...deps, invitations });
  const members = createMemberService({ ...deps, invitations, emails, askedFor });
  return {
    members,
    invitations,
    emails,
    askedFor,
    routes: memberRoutes({ ...deps, members, invitations }),
    oldRows: () => [oldInvitations, oldEmailChanges],
  };
}
