import { affiliationRoutes } from '../modules/affiliations/affiliations.routes.ts';
import { createAffiliationService } from '../modules/affiliations/affiliations.service.ts';
import { createSchoolLinks } from '../modules/affiliations/school-links.ts';
import { badgeCheck } from '../modules/cards/badges.ts';
import { cardRoutes } from '../modules/cards/cards.routes.ts';
import { createCardService } from '../modules/cards/cards.service.ts';
import { classRoutes } from '../modules/classes/classes.routes.ts';
import { classAccess } from '../modules/classes/classes.service.ts';
import { dashboardRoutes } from '../modules/dashboard/dashboard.routes.ts';
import { setupRoutes } from '../modules/dashboard/setup.routes.ts';
import { createSetupService } from '../modules/dashboard/setup.service.ts';
import { deviceRoutes } from '../modules/devices/devices.routes.ts';
import { createDeviceService } from '../modules/devices/devices.service.ts';
import { createGivenTablets } from '../modules/devices/given-tablets.ts';
import { createPreparationService } from '../modules/devices/preparations.service.ts';
import { createCommunityService } from '../modules/identity/community.service.ts';
import { guardSignIn } from '../modules/identity/guarded-sign-in.ts';
import { identityRoutes } from '../modules/identity/identity.routes.ts';
import { createIdentityService } from '../modules/identity/identity.service.ts';
import { memberAccounts } from '../modules/identity/member-accounts.ts';
import { sessionEnding } from '../modules/identity/session-ending.ts';
import { createStudentHandles } from '../modules/identity/student-handles.ts';
import { importRoutes } from '../modules/imports/imports.routes.ts';
import { createImportService } from '../modules/imports/imports.service.ts';
import { mailRoutes } from '../modules/mail/mail.routes.ts';
import { createMailService } from '../modules/mail/mail.service.ts';
import { createAskedFor } from '../modules/members/asked-for.ts';
import { createEmailChangeService } from '../modules/members/email-changes.service.ts';
import { createInvitationService } from '../modules/members/invitations.service.ts';
import { memberRoutes } from '../modules/members/members.routes.ts';
import { createMemberService } from '../modules/members/members.service.ts';
import { createMembersAcross } from '../modules/panel/members-across.ts';
import { passwordRoutes } from '../modules/passwords/passwords.routes.ts';
import { createPasswordService } from '../modules/passwords/passwords.service.ts';
import { createClassPicker } from '../modules/students/class-picker.ts';
import { profileRoutes } from '../modules/students/profiles.routes.ts';
import { createProfileService } from '../modules/students/profiles.service.ts';
import { createPupilTiles } from '../modules/students/pupil-tiles.ts';
import { createStudentAccounts } from '../modules/students/student-accounts.ts';
import { studentRoutes } from '../modules/students/students.routes.ts';
import { createStudentService } from '../modules/students/students.service.ts';
import { refuseGrowth } from '../modules/subscriptions/standing.ts';
import { grantRevocation } from '../modules/sync/grants.service.ts';
import { markSetUp } from '../modules/tenants/tenants.repository.ts';
import { createAllowedVisits } from '../modules/visits/allowed-visits.ts';
import { createConsentService } from '../modules/visits/consent.service.ts';
import { createOverrideService } from '../modules/visits/overrides.service.ts';
import { standing } from '../modules/visits/standing.ts';
import { visitRoutes } from '../modules/visits/visits.routes.ts';
import { createVisitService } from '../modules/visits/visits.service.ts';
import { notePublishedWorks } from '../modules/works/published-works.ts';
import { hasOwnWork } from '../modules/works/works.repository.ts';
import type { Basics } from './basics.ts';

export type People = ReturnType<typeof createPeople>;

/** Sessions, passwords, members, students, their cards and devices, and visits of other schools' staff. */
export function createPeople(basics: Basics) {
  const { database, secretKey, baseDomain, hasher, guesses, browsers, visitors, schools } = basics;
  const { tenants, outbox, pictures, panel } = basics;
  const studentAccounts = createStudentAccounts(secretKey);
  const handles = createStudentHandles(secretKey);
  const tiles = createPupilTiles(handles);
  const identity = createIdentityService({
    database,
    secretKey,
    hasher,
    studentAccounts,
    handles,
    badges: badgeCheck,
    visitors,
  });
  const passwords = createPasswordService({
    database,
    secretKey,
    hasher,
    members: memberAccounts,
    outbox,
    guesses,
    onReset: markSetUp,
  });
  const schoolLinks = createSchoolLinks({ database, outbox, guesses, standing });
  const askedFor = createAskedFor({
    links: schoolLinks,
    visits: createAllowedVisits(sessionEnding),
  });
  const tablets = createGivenTablets({ standing });
  const invitations = createInvitationService({
    database,
    hasher,
    accounts: memberAccounts,
    outbox,
    guesses,
    standing,
    openMemberSession: identity.openMemberSession,
  });
  const emails = createEmailChangeService({
    database,
    guesses,
    accounts: memberAccounts,
    invitations,
    outbox,
    standing,
  });
  const letters = createMailService({
    secretKey,
    suppressions: basics.suppressions,
    sendAgain: {
      'members.confirm_email': (id, call) => emails.askAgain(id, call),
      'members.invitation': (id, call) => invitations.sendAgain(id, call),
      'passwords.reset_link': (id, call) => passwords.sendLinkAgain(id, call),
    },
  });
  const members = createMemberService({
    accounts: memberAccounts,
    invitations,
    emails,
    askedFor,
    grants: grantRevocation,
    passwords,
    tablets,
    classes: classAccess,
    pictures,
  });
  const students = createStudentService({
    classes: classAccess,
    accounts: studentAccounts,
    grants: grantRevocation,
    sessions: sessionEnding,
    guesses,
    notePublishedWorks,
  });
  const cards = createCardService({
    classes: classAccess,
    students,
    accounts: studentAccounts,
    grants: grantRevocation,
    sessions: sessionEnding,
    guesses,
  });
  const devices = createDeviceService({ classes: classAccess, given: tablets, standing });
  const preparations = createPreparationService({
    database,
    secretKey,
    devices,
    classes: classAccess,
    given: tablets,
    standing,
    sessions: sessionEnding,
    tiles,
    guesses,
  });
  const community = createCommunityService({
    database,
    secretKey,
    hasher,
    guesses,
    browsers,
    standing,
  });
  const overrides = createOverrideService({ baseDomain, outbox });
  const routes = [
    ...identityRoutes({
      identity,
      signIn: guardSignIn({ database, identity, guesses, browsers }),
      community,
    }),
    ...visitRoutes(
      createVisitService({
        database,
        baseDomain,
        visitors,
        guesses,
        openGuestSession: identity.openGuestSession,
      }),
      createConsentService({ baseDomain, visitors, outbox, overrides, sessions: sessionEnding }),
      overrides,
    ),
    ...affiliationRoutes(
      createAffiliationService({
        database,
        baseDomain,
        tenants,
        sessions: sessionEnding,
        askedFor,
        tablets,
        outbox,
      }),
      schoolLinks,
    ),
    ...profileRoutes(createProfileService({ accounts: studentAccounts })),
    ...mailRoutes(letters),
    ...memberRoutes({
      members,
      across: createMembersAcross({ members, schools, panel, refuseGrowth }),
      invitations,
    }),
    ...passwordRoutes(passwords),
    ...classRoutes(),
    ...studentRoutes({
      database,
      students,
      picker: createClassPicker({ database, classes: classAccess, tiles, guesses, browsers }),
    }),
    ...importRoutes(createImportService({ classes: classAccess, students, accounts: studentAccounts })),
    ...cardRoutes(cards),
    ...setupRoutes(createSetupService({ hasWork: hasOwnWork })),
    ...dashboardRoutes(),
    ...deviceRoutes({ devices, preparations }),
  ];
  return { identity, passwords, schoolLinks, invitations, letters, members, community, routes };
}
