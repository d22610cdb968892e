import { randomUUID } from 'node:crypto';
import type * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import { personEndpoints } from '#contract/panel/people.endpoints.ts';
import type { PersonQuery } from '#contract/panel/people.schema.ts';
import { makeMember } from '#server/seeds/factories.ts';
import type { Caller, TestSchool } from '../support/api-world.ts';
import { mailboxOfFile } from '../support/mailbox.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
const mail = mailboxOfFile(world);
let platform: Caller;

beforeEach(async () => {
  platform = await world.as(world.platformAdmin);
});

async function rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await world.testDatabase.administrator.query<Row>(text, values)).rows;
}

const teacherOf = (school: TestSchool, email = mail.newEmail()) =>
  makeMember(world.context, school.tenant, {
    role: 'teacher',
    first_name: 'Ana',
    last_name: 'Ruiz',
    email,
    password: 'Test-password-1',
  });

const read = (id: string, query: v.InferInput<typeof PersonQuery> = {}) =>
  world.call(platform, personEndpoints.readPerson, { params: { id }, query });
const readMember = (userId: string, by: Caller = platform) =>
  world.call(by, memberEndpoints.read, { params: { userId } });
const update = (userId: string, body: Record<string, unknown>) =>
  world.call(platform, memberEndpoints.update, { params: { userId }, body });
const refusedUpdate = (userId: string, body: Record<string, unknown>) =>
  world.refusal(platform, memberEndpoints.update, { params: { userId }, body });
const seen = async (id: string, reason = 'Asked by phone') => ({
  params: { id },
  body: { reason, updated_at: (await read(id)).updated_at },
});

/** Who did it, by the home of a guest, and why. */
const auditOf = (school: { tenant: { id: string } } | 'platform', subject: string) =>
  rows<{ action: string; home: string | null; details: Record<string, unknown> }>(
    `select entry.action, actor.home_user_id as home, entry.details
     from audit_entries as entry
     left join users as actor on actor.tenant_id = entry.tenant_id and actor.id = entry.actor_id
     where entry.tenant_id = $1 and entry.subject_id = $2 and entry.action <> 'panel.person_looked_at' order by entry.id`,
    [school === 'platform' ? world.platform.id : school.tenant.id, subject],
  );

/** A hash of what a school has of its people and their links. */
const rowsOf = (school: TestSchool) =>
  rows(
    `select md5(string_agg(line, '' order by line)) as hash from (
       select users::text as line from users where tenant_id = $1
       union all select sessions::text from sessions where tenant_id = $1
       union all select invitations::text from invitations where tenant_id = $1
       union all select audit_entries::text from audit_entries where tenant_id = $1
     ) as lines`,
    [school.tenant.id],
  );

describe('an account of another school', () => {
  it('is made there with a role of that school, and the invitation leads to its host', async () => {
    const before = await rowsOf(riverside);
    const email = mail.newEmail();
    const body = {
      first_name: 'Nora',
      last_name: 'Lind',
      email,
      country: 'SE',
      role: 'teacher_admin',
    } as const;
    const made = await world.call(platform, memberEndpoints.create, {
      body: { ...body, tenant_id: greenfield.tenant.id },
    });
    expect(made).toMatchObject(body);
    expect(await readMember(made.id, await world.as(greenfield.schoolAdmin))).toMatchObject(body);
    await mail.sender.sendDue();
    expect(mail.mailbox.lastTo(email).text).toContain(`//${greenfield.host}`);
    expect(await auditOf(greenfield, made.id)).toMatchObject([
      { action: 'members.created', home: world.platformAdmin.id },
      { action: 'members.invited', home: world.platformAdmin.id },
    ]);
    expect(await auditOf('platform', made.id)).toMatchObject([
      { action: 'members.created', details: { tenant_id: greenfield.tenant.id, name: 'Nora Lind' } },
    ]);
    expect(await rowsOf(riverside)).toEqual(before);
  });

  it('is made on the platform where no school is named', async () => {
    const body = { first_name: 'Pia', last_name: 'Oak', email: mail.newEmail(), country: 'SE' };
    const made = await world.call(platform, memberEndpoints.create, { body });
    expect(made.role).toBe('quillshelf_admin');
    expect(await readMember(made.id)).toMatchObject({ tenant: { id: world.platform.id, is_platform: true } });
  });

  it('is refused with a role that the school does not have, in a school that is not, and twice', async () => {
    const person = { first_name: 'Nora', last_name: 'Lind', email: mail.newEmail(), country: 'SE' };
    const refused = (more: Record<string, unknown>) =>
      world.refusal(platform, memberEndpoints.create, { body: { ...person, ...more } });
    const tenant_id = greenfield.tenant.id;
    expect(await refused({ tenant_id, role: 'quillshelf_admin' })).toMatchObject({
      status: 403,
      code: 'members.role_not_yours',
    });
    expect(await refused({ tenant_id: randomUUID() })).toMatchObject({
      status: 404,
      code: 'panel.tenant_unknown',
    });
    const taken = await refused({ tenant_id, email: greenfield.teacher.email });
    expect(taken).toMatchObject({ status: 409, code: 'members.email_taken' });
    expect(Object.keys(taken.errors)).toEqual(['email']);
  });

  it('is made by a school’s administrator in their own school, whichever they name', async () => {
    const email = mail.newEmail();
    const body = { first_name: 'Nora', last_name: 'Lind', email, country: 'SE' };
    const caller = await world.as(greenfield.schoolAdmin);
    const made = await world.call(caller, memberEndpoints.create, {
      body: { ...body, tenant_id: riverside.tenant.id },
    });
    expect(await rows('select tenant_id from users where id = $1', [made.id])).toEqual([
      { tenant_id: greenfield.tenant.id },
    ]);
  });
});

describe('a member of any school', () => {
  it('is read with the school, and changed by that school’s rules', async () => {
    const { id } = await teacherOf(greenfield);
    const before = await rowsOf(riverside);
    const found = await readMember(id);
    expect(found).toMatchObject({
      first_name: 'Ana',
      tenant: { id: greenfield.tenant.id, is_organization: false, is_platform: false },
    });
    const updated_at = 'updated_at' in found ? found.updated_at : undefined;
    const changed = await update(id, { first_name: 'Anna', role: 'teacher_admin', updated_at });
    expect(changed).toMatchObject({ first_name: 'Anna', last_name: 'Ruiz', role: 'teacher_admin' });
    expect(await refusedUpdate(id, { role: 'organization_admin' })).toMatchObject({
      status: 403,
      code: 'members.role_not_yours',
    });
    expect(await auditOf(greenfield, id)).toMatchObject([
      { action: 'members.role_changed', home: world.platformAdmin.id },
      { action: 'members.changed', home: world.platformAdmin.id },
    ]);
    expect(await auditOf('platform', id)).toMatchObject([{ action: 'members.changed' }]);
    expect(await rowsOf(riverside)).toEqual(before);
  });

  it('is not changed over what somebody else changed since: the answer says what it is now', async () => {
    const { id } = await teacherOf(greenfield);
    const { updated_at } = await read(id);
    world.clock.advance(1000);
    const caller = await world.as(greenfield.schoolAdmin);
    await world.call(caller, memberEndpoints.update, { params: { userId: id }, body: { first_name: 'Ada' } });
    expect(await refusedUpdate(id, { first_name: 'Anna', updated_at })).toMatchObject({
      status: 409,
      code: 'members.changed_since',
      details: { now: { first_name: 'Ada' } },
    });
    expect(await readMember(id)).toMatchObject({ first_name: 'Ada' });
  });

  it('keeps a picture in their own school, where it has its address', async () => {
    const { id } = await teacherOf(greenfield);
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    );
    const { avatar } = await update(id, { avatar: new Blob([png], { type: 'image/png' }) });
    expect(avatar).toMatch(new RegExp(`^https?://${greenfield.host}[:\\d]*/media/[0-9a-f]{64}\\.webp$`, 'u'));
    expect(await rows('select tenant_id from stored_files')).toEqual([{ tenant_id: greenfield.tenant.id }]);
  });
});

describe('a student of any school', () => {
  it('is what lists show, and only the school changes one', async () => {
    const { id } = greenfield.student;
    const found = await readMember(id);
    expect(found).toMatchObject({ role: 'student', tenant: { id: greenfield.tenant.id } });
    expect(JSON.stringify(found)).not.toContain(greenfield.student.username);
    expect(await refusedUpdate(id, { first_name: 'Other' })).toMatchObject({
      status: 403,
      code: 'panel.school_decides',
      error: 'Only the school changes a student.',
    });
    expect(await world.refusal(platform, personEndpoints.archivePerson, await seen(id))).toMatchObject({
      status: 403,
      code: 'panel.school_decides',
    });
  });

  it('is named with the school chosen or a reason, which the audit has (law 2)', async () => {
    const [{ last_name, listed_name } = { last_name: '', listed_name: '' }] = await rows<{
      last_name: string;
      listed_name: string;
    }>('select last_name, listed_name from users where id = $1', [greenfield.student.id]);
    const noted = () => rows("select id from audit_entries where action = 'panel.children_looked_for'");
    const { id } = greenfield.student;
    expect(await read(id)).toMatchObject({ name: null, email: null, staff: null });
    expect(await read(id, { tenant_id: riverside.tenant.id })).toMatchObject({ name: null });
    expect(await noted()).toEqual([]);
    expect(await read(id, { tenant_id: greenfield.tenant.id })).toMatchObject({ name: listed_name });
    const found = await read(id, { reason: 'safety' });
    expect(found.name).toBe(listed_name);
    expect(last_name.length).toBeGreaterThan(1);
    expect(JSON.stringify(found)).not.toContain(last_name);
    expect(await noted()).toHaveLength(1);
  });
});

describe('the profile of a member', () => {
  it('has classes, sessions, letters and what was done, and each look is one row of the audit (law 4)', async () => {
    const { id, email } = await teacherOf(greenfield);
    await world.signIn(greenfield.host, email ?? '');
    await world.call(platform, personEndpoints.sendPasswordLink, await seen(id));
    const looks = () =>
      rows("select id from audit_entries where action = 'panel.person_looked_at' and subject_id = $1", [id]);
    const before = (await looks()).length;
    const found = await read(id);
    expect(found).toMatchObject({
      name: 'Ana Ruiz',
      email,
      state: 'active',
      staff: { has_password: true, classes: [], sessions: [{}], letters: [{ kind: 'passwords.reset_link' }] },
    });
    expect(found.staff?.audit.map(({ action }) => action)).toEqual(['members.link_sent']);
    expect(await looks()).toHaveLength(before + 1);
    expect(await read(greenfield.teacher.id)).toMatchObject({
      staff: { classes: [{ id: greenfield.ownClass.id }] },
    });
  });

  it('is refused for nobody', async () => {
    const refused = await world.refusal(platform, personEndpoints.readPerson, {
      params: { id: randomUUID() },
      query: {},
    });
    expect(refused).toMatchObject({ status: 404, code: 'members.not_found' });
  });
});

describe('what is done to a member of any school', () => {
  const reason = 'Lost a laptop';

  it('signs out everywhere, and the person signs in again at once', async () => {
    const { id, email } = await teacherOf(greenfield);
    const neighbour = await teacherOf(riverside, email ?? '');
    const session = await world.signIn(greenfield.host, email ?? '');
    const other = await world.signIn(riverside.host, neighbour.email ?? '');
    await world.call(platform, personEndpoints.endSessions, await seen(id, reason));
    expect(await world.refusal(session, identityEndpoints.readProfile, {})).toMatchObject({ status: 401 });
    expect(await world.call(other, identityEndpoints.readProfile, {})).toMatchObject({ id: neighbour.id });
    await world.signIn(greenfield.host, email ?? '');
    const done = { action: 'members.sessions_ended', details: { reason } };
    expect(await auditOf(greenfield, id)).toMatchObject([{ ...done, home: world.platformAdmin.id }]);
    expect(await auditOf('platform', id)).toMatchObject([
      { ...done, details: { reason, name: 'Ana Ruiz', tenant_id: greenfield.tenant.id } },
    ]);
    expect(await auditOf(riverside, neighbour.id)).toEqual([]);
  });

  it('sends a link to the school’s host, once a minute', async () => {
    const { id, email } = await teacherOf(greenfield);
    await world.call(platform, personEndpoints.sendPasswordLink, await seen(id, reason));
    await mail.sender.sendDue();
    expect(mail.mailbox.lastTo(email ?? '').text).toContain(`//${greenfield.host}`);
    expect(await world.refusal(platform, personEndpoints.sendPasswordLink, await seen(id))).toMatchObject({
      status: 429,
      code: 'mail.sent_just_now',
    });
    expect(await auditOf(greenfield, id)).toMatchObject([
      { action: 'members.link_sent', details: { reason } },
    ]);
  });

  it('sends the invitation again to those who never chose a password', async () => {
    const email = mail.newEmail();
    const { id } = await world.call(platform, memberEndpoints.create, {
      body: { first_name: 'Nora', last_name: 'Lind', email, country: 'SE', tenant_id: greenfield.tenant.id },
    });
    world.clock.advance(2 * 60_000);
    platform = await world.as(world.platformAdmin);
    await world.call(platform, personEndpoints.sendPasswordLink, await seen(id));
    await mail.sender.sendDue();
    expect(mail.mailbox.lastTo(email).text).toContain('/accept-invitation/#token=');
  });

  it('archives and restores, with the reason in both audits', async () => {
    const { id, email } = await teacherOf(greenfield);
    const session = await world.signIn(greenfield.host, email ?? '');
    await world.call(platform, personEndpoints.archivePerson, await seen(id, reason));
    expect((await read(id)).state).toBe('archived');
    expect(await world.refusal(session, identityEndpoints.readProfile, {})).toMatchObject({ status: 401 });
    expect(await world.refusal(platform, personEndpoints.sendPasswordLink, await seen(id))).toMatchObject({
      code: 'members.archived',
    });
    await world.call(platform, personEndpoints.restorePerson, await seen(id, 'By mistake'));
    expect((await read(id)).state).toBe('active');
    const both = [
      { action: 'members.archived', details: { reason } },
      { action: 'members.restored', details: { reason: 'By mistake' } },
    ];
    expect(await auditOf(greenfield, id)).toMatchObject(both);
    expect(await auditOf('platform', id)).toMatchObject(both);
  });

  it('needs a reason, what was seen, and another administrator than oneself (law 8)', async () => {
    const { id } = await teacherOf(greenfield);
    const act = personEndpoints.archivePerson;
    expect(await world.refusal(platform, act, await seen(id, ' '))).toMatchObject({
      status: 400,
      errors: { reason: ['Please say why'] },
    });
    const stale = { params: { id }, body: { reason, updated_at: '2020-01-01T00:00:00.000Z' } };
    expect(await world.refusal(platform, act, stale)).toMatchObject({
      status: 409,
      code: 'members.changed_since',
      details: { now: { first_name: 'Ana', archived_at: null } },
    });
    const own = await seen(world.platformAdmin.id);
    expect(await world.refusal(platform, act, own)).toMatchObject({ code: 'panel.not_yourself' });
    const last = await seen(greenfield.schoolAdmin.id);
    expect(await world.refusal(platform, act, last)).toMatchObject({ code: 'members.last_administrator' });
    expect((await read(id)).state).toBe('active');
    expect(await auditOf(greenfield, id)).toEqual([]);
  });

  it('is not done where the school has archived the guest of the platform', async () => {
    const { id } = await teacherOf(greenfield);
    await world.call(platform, personEndpoints.endSessions, await seen(id));
    const guest = 'where tenant_id = $1 and home_user_id = $2';
    const who = [greenfield.tenant.id, world.platformAdmin.id];
    await rows(`update users set archived_at = now() ${guest}`, who);
    expect(await world.refusal(platform, personEndpoints.endSessions, await seen(id))).toMatchObject({
      status: 403,
      code: 'panel.not_welcome',
    });
    await rows(`update users set archived_at = null ${guest}`, who);
  });
});
