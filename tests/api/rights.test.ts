import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { affiliationEndpoints } from '#contract/affiliations/affiliations.endpoints.ts';
import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import { classEndpoints } from '#contract/classes/classes.endpoints.ts';
import { deviceEndpoints } from '#contract/devices/devices.endpoints.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { invitationEndpoints } from '#contract/members/invitations.endpoints.ts';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import { passwordEndpoints } from '#contract/passwords/passwords.endpoints.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import { hashPassword } from '#server/platform/passwords.ts';
import {
  linkSchool,
  makeClass,
  makeMember,
  makeStudents,
  makeTenant,
  type MadeMember,
} from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { deviceReport } from '../support/device-reports.ts';
import { pushSigned, SigningTablet } from '../support/grants.ts';
import { mailboxOfFile, tokenIn } from '../support/mailbox.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { inviteSchool } from '../support/registrations.ts';
import { nothing, rightsTable, type Gift, type Giver, type Loss } from '../support/rights-table.ts';
import { worldOfFile } from '../support/world-of-file.ts';

/** What people of a school, of an organization and guests gave; of offices and the platform see `rights-of-offices.test.ts`. */
const { world, greenfield, riverside } = worldOfFile();
const mail = mailboxOfFile(world);
let password_hash = '';

beforeAll(async () => {
  password_hash = await hashPassword('Test-password-1');
});
beforeEach(async () => {
  await world.testDatabase.administrator.query('delete from failed_guesses');
  world.clock.advance(11 * 60_000);
});

const visitor: Caller = { host: 'greenfield.localhost', access: null };
const office = () => world.as(greenfield.schoolAdmin);
const works = async (answer: Promise<{ status: number }>) => (await answer).status === 200;
const post = (host: string, path: string, body: unknown) =>
  world.request({ host, access: null }, 'POST', `/api${path}`, { body });

const archive = async ({ id }: Giver) =>
  await world.call(await office(), memberEndpoints.archive, { params: { userId: id } });
const restore = async ({ id }: Giver) =>
  await world.call(await office(), memberEndpoints.restore, { params: { userId: id } });

async function memberOf(role: 'school_admin' | 'teacher'): Promise<Giver & MadeMember> {
  const member = await makeMember(world.context, greenfield.tenant, { role, password_hash });
  return { ...member, caller: await world.signIn(greenfield.host, member.email) };
}

const adminLosses = {
  nothing,
  archived: archive,
  restored: async (giver: Giver) => {
    await archive(giver);
    await restore(giver);
  },
  demoted: async ({ id }: Giver) =>
    await world.call(await office(), memberEndpoints.update, {
      params: { userId: id },
      body: { role: 'teacher' },
    }),
} satisfies Record<string, Loss<Giver>>;

interface Teaching extends Giver {
  classId: string;
}

async function teacherOfClass(): Promise<Teaching> {
  const giver = await memberOf('teacher');
  const made = await makeClass(world.context, greenfield.tenant, { teachers: [giver] });
  await makeStudents(world.context, greenfield.tenant, made, [{ first_name: 'Ada', last_name: 'Elm' }]);
  return { ...giver, classId: made.id };
}

const teacherLosses = {
  nothing,
  archived: archive,
  restored: adminLosses.restored,
  class_taken: async ({ classId }: Teaching) =>
    await world.call(await office(), classEndpoints.assignTeachers, {
      params: { id: classId },
      body: { lead_teacher_id: greenfield.otherTeacher.id, co_teacher_ids: [] },
    }),
} satisfies Record<string, Loss<Teaching>>;

interface Guest extends Giver {
  homeId: string;
  homeTenant: string;
  homeCaller: Caller;
}

/** An organization of its own, so that parting with it leaves the others alone. */
async function guest(): Promise<Guest> {
  const home = await makeTenant(world.context, { school_name: 'A Trust', is_organization: true });
  const { id, email } = await makeMember(world.context, home, { role: 'organization_admin', password_hash });
  await makeMember(world.context, home, { role: 'organization_admin', password_hash });
  await linkSchool(world.context, home, greenfield.tenant);
  const homeCaller = await world.signIn(`${home.subdomain ?? ''}.localhost`, email);
  const { token } = await world.call(homeCaller, visitEndpoints.makeLink, {
    body: { tenant_id: greenfield.tenant.id },
  });
  const { access, user } = await world.call(visitor, visitEndpoints.redeem, { body: { token } });
  const caller = { host: greenfield.host, access };
  return { id: user.id, caller, homeId: id, homeTenant: home.id, homeCaller };
}

const atHome = (set: string) => async (giver: Guest) =>
  await world.testDatabase.administrator.query(`update users set ${set} where tenant_id = $1 and id = $2`, [
    giver.homeTenant,
    giver.homeId,
  ]);

const guestLosses = {
  nothing,
  school_left: async ({ homeTenant }: Guest) =>
    await world.call(await office(), affiliationEndpoints.leave, { params: { organizationId: homeTenant } }),
  school_removed: async ({ homeCaller }: Guest) =>
    await world.call(homeCaller, affiliationEndpoints.remove, { params: { schoolId: greenfield.tenant.id } }),
  archived_at_home: atHome('archived_at = now()'),
  demoted_at_home: atHome("role = 'teacher'"),
  archived_here: async ({ id }: Guest) =>
    await world.testDatabase.administrator.query('update users set archived_at = now() where id = $1', [id]),
} satisfies Record<string, Loss<Guest>>;

interface Pupil extends Giver {
  username: string;
  password: string;
  refresh: string;
}

async function pupil(): Promise<Pupil> {
  const username = `pupil-${randomUUID().slice(0, 8)}`;
  const password = 'quiet-otter-11';
  const draft = { first_name: 'Ada', last_name: 'Elm', username, password };
  const [child] = await makeStudents(world.context, greenfield.tenant, greenfield.ownClass, [draft]);
  const session = await world.signIn(greenfield.host, username, password);
  return { id: child?.id ?? '', caller: session, refresh: session.refresh, username, password };
}

const setArchived =
  (endpoint: typeof studentEndpoints.archive | typeof studentEndpoints.restore) =>
  async ({ id }: Pupil) =>
    await world.call(await world.as(greenfield.teacher), endpoint, { body: { user_ids: [id] } });

const pupilLosses = {
  nothing,
  archived: setArchived(studentEndpoints.archive),
  restored: async (child: Pupil) => {
    await setArchived(studentEndpoints.archive)(child);
    await setArchived(studentEndpoints.restore)(child);
  },
} satisfies Record<string, Loss<Pupil>>;

async function linkIn(email: string, pattern: RegExp): Promise<string> {
  await mail.sender.sendDue();
  const [, token] = pattern.exec(mail.mailbox.lastTo(email).text) ?? [];
  if (token === undefined) throw new Error(`No link came for ${email}`);
  return token;
}

const address = () => `${randomUUID()}@example.org`;

const invitation: Gift<Giver> = async ({ caller }) => {
  const email = address();
  await world.call(caller, invitationEndpoints.invite, { body: { email, role: 'school_admin' } });
  const token = await linkIn(email, /\/accept-invitation\/#token=([\w-]+)/u);
  const body = { token, first_name: 'New', last_name: 'Admin', new_password: 'three-words-in-a-row' };
  return () => works(post(greenfield.host, '/auth/invitation/accept/', body));
};

const account: Gift<Giver> = async ({ caller }) => {
  const email = address();
  await world.call(caller, memberEndpoints.create, {
    body: { email, first_name: 'New', last_name: 'Admin', country: 'SE', role: 'school_admin' },
  });
  const token = await linkIn(email, /\/accept-invitation\/#token=([\w-]+)/u);
  return () => works(post(greenfield.host, '/auth/invitation/check/', { token }));
};

const othersAddress: Gift<Giver> = async ({ caller }) => {
  const victim = await makeMember(world.context, greenfield.tenant, { role: 'school_admin', password_hash });
  const email = address();
  await world.call(caller, memberEndpoints.update, { params: { userId: victim.id }, body: { email } });
  const token = await linkIn(email, /\/verification\/#token=([\w-]+)/u);
  return () => works(post(greenfield.host, '/auth/verification/', { token }));
};

const ownAddress: Gift<Giver> = async ({ id, caller }) => {
  const email = address();
  await world.call(caller, memberEndpoints.update, { params: { userId: id }, body: { email } });
  const token = await linkIn(email, /\/verification\/#token=([\w-]+)/u);
  return () => works(post(greenfield.host, '/auth/verification/', { token }));
};

const tablet =
  <Giving extends Giver>(classesOf: (giver: Giving) => string[] | null): Gift<Giving> =>
  async (giver) => {
    const device_id = uuidv7();
    await world.call(giver.caller, deviceEndpoints.report, { body: deviceReport({ device_id }) });
    const { token } = await world.call(giver.caller, deviceEndpoints.prepare, {
      body: { device_id, school_class_ids: classesOf(giver) },
    });
    return async () => {
      const { pack } = await world.call(visitor, deviceEndpoints.readPack, { body: { token } });
      return pack?.classes.some(({ students }) => students.length > 0) ?? false;
    };
  };

/** One that a guest prepared when guests could. */
const guestsTablet: Gift<Guest> = async ({ id }) => {
  const read = await tablet<Giver>(() => null)(await memberOf('school_admin'));
  await world.testDatabase.administrator.query(
    'update device_preparations set made_by = $1, given_by = $1 where made_at = $2',
    [id, world.clock.now()],
  );
  return read;
};

const card =
  <Giving extends Giver>(): Gift<Giving> =>
  async ({ caller }) => {
    const { studentId, username } = await someStudent();
    const { badge } = await world.call(caller, cardEndpoints.issueForStudent, { params: { studentId } });
    return () => works(post(greenfield.host, '/auth/token/', { username, password: badge }));
  };

async function someStudent() {
  const username = `card-${randomUUID().slice(0, 8)}`;
  const draft = { first_name: 'Ben', last_name: 'Oak', username };
  const [child] = await makeStudents(world.context, greenfield.tenant, greenfield.ownClass, [draft]);
  return { studentId: child?.id ?? '', username };
}

const session: Gift<Giver & { refresh?: string }> =
  async ({ caller, refresh }) =>
  async () =>
    refresh === undefined
      ? await works(world.request(caller, 'GET', '/api/user/profile/'))
      : await works(post(greenfield.host, '/auth/token/refresh/', { refresh }));

const passwordLink: Gift<Giver & { email: string }> = async ({ email }) => {
  await world.call(visitor, passwordEndpoints.askReset, { body: { email } });
  await mail.sender.sendDue();
  const token = tokenIn(mail.mailbox.lastTo(email));
  return () => works(post(greenfield.host, '/auth/password-reset/check/', { token }));
};

const communityPassword: Gift<Giver> = async ({ caller }) => {
  const password = `families ${randomUUID()}`;
  await world.call(caller, identityEndpoints.setCommunityPassword, { body: { password } });
  return () => works(post(greenfield.host, '/generic-password-login', { password }));
};

const visitLink: Gift<Guest> = async ({ homeCaller }) => {
  const { token } = await world.call(homeCaller, visitEndpoints.makeLink, {
    body: { tenant_id: greenfield.tenant.id },
  });
  return () => works(post(greenfield.host, '/auth/visit/', { token }));
};

const pushGrant: Gift<Pupil> = async (child) => {
  const device = new SigningTablet();
  const outbox = new TestOutbox();
  const grant = await device.grantFor(world, { ...child, tenant_id: greenfield.tenant.id });
  return async () => {
    const calls = outbox.number(queue.anything('identity.markTutorialSeen', { params: { key: 'books' } }));
    const [result] = await pushSigned(world, greenfield.host, device.sign(grant.grant_id, child.id, calls));
    return result?.outcome === 'applied';
  };
};

const everyAdminLoss = { nothing: 'good', archived: 'ends', restored: 'ends', demoted: 'ends' } as const;
/** It belongs to the child or to the school, which can replace it. */
const staysWithTheSchool = { nothing: 'good', archived: 'good', restored: 'good', demoted: 'good' } as const;

rightsTable('an administrator', () => memberOf('school_admin'), adminLosses, {
  'an invitation': [invitation, everyAdminLoss],
  'the account of a member': [account, everyAdminLoss],
  'an email address for another person': [othersAddress, everyAdminLoss],
  'an email address for themselves': [ownAddress, everyAdminLoss],
  // Restoring them gives their right back, and the tablet counts on it.
  'a tablet for the whole school': [tablet(() => null), { ...everyAdminLoss, restored: 'good' }],
  'a tablet for a class': [tablet(() => [greenfield.ownClass.id]), { ...everyAdminLoss, restored: 'good' }],
  'a session of their own': [session, everyAdminLoss],
  // It is their own, whatever they may do.
  'a link for their password': [passwordLink, { ...everyAdminLoss, demoted: 'good' }],
  'a login card': [card(), staysWithTheSchool],
  'the community password': [communityPassword, staysWithTheSchool],
});

rightsTable('a teacher', teacherOfClass, teacherLosses, {
  'a tablet for their class': [
    tablet(({ classId }) => [classId]),
    { nothing: 'good', archived: 'ends', restored: 'good', class_taken: 'ends' },
  ],
});

const everyGuestLoss = {
  nothing: 'good',
  school_left: 'ends',
  school_removed: 'ends',
  archived_at_home: 'ends',
  demoted_at_home: 'ends',
  archived_here: 'ends',
} as const;

rightsTable('a guest', guest, guestLosses, {
  'an invitation': [invitation, everyGuestLoss],
  'the account of a member': [account, everyGuestLoss],
  'an email address for another person': [othersAddress, everyGuestLoss],
  'a tablet, when guests could prepare one': [guestsTablet, everyGuestLoss],
  'a session of their own': [session, everyGuestLoss],
  'a link into the school': [visitLink, everyGuestLoss],
});

rightsTable('a pupil', pupil, pupilLosses, {
  'a session': [session, { nothing: 'good', archived: 'ends', restored: 'ends' }],
  'a grant to send': [pushGrant, { nothing: 'good', archived: 'ends', restored: 'ends' }],
});

describe('what an organization’s administrator gave', () => {
  it.each([
    ['nothing', 'organization_admin', false],
    ['archived', 'organization_admin', true],
    ['demoted', 'teacher', false],
  ] as const)('a link for a school: %s', async (loss, role, isArchived) => {
    const { tenant, host, admin } = world.organization;
    const token = await inviteSchool(world, address());
    const set = (values: [string, boolean]) =>
      world.testDatabase.administrator.query(
        'update users set role = $3, archived_at = case when $4 then now() end where tenant_id = $1 and id = $2',
        [tenant.id, admin.id, ...values],
      );
    await set([role, isArchived]);
    const answer = await post(host, '/auth/school-invitation/check/', { token });
    await set(['organization_admin', false]);
    expect(answer.status === 200).toBe(loss === 'nothing');
  });
});

describe('the other school', () => {
  it('is not asked for a right that somebody has here', async () => {
    const giver = await memberOf('school_admin');
    const isGood = await invitation(giver);
    // The same person’s colleague at riverside is archived; that is no matter of greenfield.
    const there = await makeMember(world.context, riverside.tenant, { role: 'school_admin', password_hash });
    await world.call(await world.as(riverside.schoolAdmin), memberEndpoints.archive, {
      params: { userId: there.id },
    });
    expect(await isGood()).toBe(true);
  });
});
