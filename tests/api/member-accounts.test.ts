import { describe, expect, it } from 'vitest';
import { classEndpoints } from '#contract/classes/classes.endpoints.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import { makeClass, makeMember } from '#server/seeds/factories.ts';
import type { Person } from '../support/api-world.ts';
import { accountsOfFile, photograph } from './member-accounts.support.ts';

const { world, greenfield, riverside, mail, newEmail, person, update, refusedUpdate, read, teacher } =
  accountsOfFile();

async function auditOf(subject: string): Promise<{ action: string; actor_id: string; details: unknown }[]> {
  const { rows } = await world.testDatabase.administrator.query<{
    action: string;
    actor_id: string;
    details: unknown;
  }>('select action, actor_id, details from audit_entries where subject_id = $1 order by id', [subject]);
  return rows;
}

/** How often something of a class was said to the devices that have it. */
async function versionOf(classId: string): Promise<number> {
  const { rows } = await world.testDatabase.administrator.query<{ version: string }>(
    `select version from scope_versions where tenant_id = $1 and scope = $2`,
    [greenfield.tenant.id, `class:${classId}`],
  );
  return Number(rows[0]?.version ?? 0);
}

describe('a new account', () => {
  it('is a teacher’s, and who it is for chooses the password by a link', async () => {
    const body = person();
    const caller = await world.as(greenfield.schoolAdmin);
    const member = await world.call(caller, memberEndpoints.create, { body });
    expect(member).toMatchObject({ ...body, role: 'teacher', avatar: null, last_login: null });
    await mail.sender.sendDue();
    const { text, to } = mail.mailbox.lastTo(body.email);
    expect(to).toEqual({ name: 'Nora Lind', address: body.email });
    expect(text).toMatch(/\/accept-invitation\/#token=[\w-]{43}$/mu);
    expect(await read(greenfield.schoolAdmin, member.id)).toMatchObject({ has_password: false });
    expect((await auditOf(member.id)).map(({ action }) => action)).toEqual([
      'members.created',
      'members.invited',
    ]);
  });

  it.each([
    [{ first_name: ' ' }, 'first_name', 'First name is required'],
    [{ last_name: '' }, 'last_name', 'Last name is required'],
    [{ email: '' }, 'email', 'Email is required'],
    [{ email: 'nora' }, 'email', 'Invalid email'],
    [{ country: '' }, 'country', 'Country is required'],
    [{ country: 'XX' }, 'country', 'Country is required'],
  ])('is refused with %j, at the field', async (wrong, field, text) => {
    const caller = await world.as(greenfield.schoolAdmin);
    const body = { ...person(), ...wrong };
    const refusal = await world.refusal(caller, memberEndpoints.create, { body });
    expect(refusal).toMatchObject({ status: 400, errors: { [field]: [text] } });
  });

  it('is refused for an address that somebody here has, and not for one of the other school', async () => {
    const caller = await world.as(greenfield.schoolAdmin);
    const taken = await world.refusal(caller, memberEndpoints.create, {
      body: { ...person(), email: 'Teacher@Greenfield.test' },
    });
    expect(taken).toMatchObject({ status: 409, code: 'members.email_taken' });
    expect(Object.keys(taken.errors)).toEqual(['email']);
    const elsewhere = await world.call(caller, memberEndpoints.create, {
      body: { ...person(), email: 'teacher@riverside.test' },
    });
    expect(elsewhere.email).toBe('teacher@riverside.test');
  });

  it('has no role above that of whoever makes it', async () => {
    const caller = await world.as(greenfield.schoolAdmin);
    for (const role of ['organization_admin', 'quillshelf_admin'] as const) {
      expect(
        await world.refusal(caller, memberEndpoints.create, { body: { ...person(), role } }),
      ).toMatchObject({
        status: 403,
        code: 'members.role_not_yours',
        errors: { role: [expect.any(String)] },
      });
    }
    const admin = { ...person(), role: 'school_admin' } as const;
    expect(await world.call(caller, memberEndpoints.create, { body: admin })).toMatchObject({
      role: 'school_admin',
    });
  });

  it('is that of an administrator on the hosts of an organization and of the platform', async () => {
    for (const [who, role] of [
      [world.organization.admin, 'organization_admin'],
      [world.platformAdmin, 'quillshelf_admin'],
    ] as const) {
      const caller = await world.as(who);
      expect(await world.call(caller, memberEndpoints.create, { body: person() })).toMatchObject({ role });
      expect(
        await world.refusal(caller, memberEndpoints.create, { body: { ...person(), role: 'teacher' } }),
      ).toMatchObject({ code: 'members.role_not_yours' });
    }
  });

  it('is made once, however often the same request comes', async () => {
    const caller = await world.as(greenfield.schoolAdmin);
    const body = { ...person(), avatar: await photograph() };
    const send = async () => {
      const { payload, type } = await multipart(body);
      return await world.request(caller, 'POST', '/api/api-super-admin/create-user/', {
        payload,
        headers: { 'content-type': type, 'idempotency-key': 'one-and-the-same' },
      });
    };
    const first = await send();
    expect(first.status).toBe(200);
    expect((await send()).body).toEqual(first.body);
    body.avatar = await photograph(300, 300);
    expect((await send()).body).toMatchObject({ code: 'request.key_reused' });
  });
});

async function multipart(body: Record<string, string | Blob>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, value);
  const response = new Response(form);
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    type: response.headers.get('content-type') ?? '',
  };
}

describe('a change', () => {
  it('changes what is sent, and nothing else', async () => {
    const { id, email } = await teacher();
    await update(greenfield.schoolAdmin, id, { country: 'NO' });
    expect(await update(greenfield.schoolAdmin, id, { first_name: 'Idun' })).toMatchObject({
      first_name: 'Idun',
      last_name: 'Berg',
      email,
      country: 'NO',
      role: 'teacher',
    });
    expect(await auditOf(id)).toMatchObject([
      { action: 'members.changed', details: { fields: ['country'] } },
      { action: 'members.changed', details: { fields: ['first_name'] } },
    ]);
  });

  it('of a name reaches the devices that show it at a class', async () => {
    const ida = await teacher();
    const { id: classId } = await makeClass(world.context, greenfield.tenant, {
      name: 'Oak',
      teachers: [ida],
    });
    const before = await versionOf(classId);
    await update(greenfield.schoolAdmin, ida.id, { country: 'NO' });
    expect(await versionOf(classId)).toBe(before);
    await update(greenfield.schoolAdmin, ida.id, { last_name: 'Strand' });
    expect(await versionOf(classId)).toBe(before + 1);
    expect(await read(greenfield.teacherAdmin, ida.id)).toMatchObject({
      last_name: 'Strand',
      classes: [{ id: classId, name: 'Oak' }],
    });
  });

  it('of a role ends the sessions of the person, and the new one counts', async () => {
    const { id, email } = await teacher();
    const session = await world.signIn(greenfield.host, email);
    await update(greenfield.schoolAdmin, id, { role: 'teacher_admin' });
    expect(await world.refusal(session, identityEndpoints.readProfile, {})).toMatchObject({ status: 401 });
    const again = await world.signIn(greenfield.host, email);
    expect(await world.call(again, identityEndpoints.readProfile, {})).toMatchObject({
      role: 'teacher_admin',
    });
    expect(await auditOf(id)).toMatchObject([
      { action: 'members.role_changed', details: { from: 'teacher', to: 'teacher_admin' } },
    ]);
  });

  it('of the same role again ends nothing', async () => {
    const { id, email } = await teacher();
    const session = await world.signIn(greenfield.host, email);
    await update(greenfield.schoolAdmin, id, { role: 'teacher' });
    expect(await world.call(session, identityEndpoints.readProfile, {})).toMatchObject({ id });
  });

  it('is refused of somebody above, of nobody, and of somebody of the other school', async () => {
    expect(
      await refusedUpdate(greenfield.schoolAdmin, greenfield.organizationAdmin.id, { first_name: 'X' }),
    ).toMatchObject({ status: 403, code: 'members.above_you' });
    for (const id of [
      riverside.teacher.id,
      greenfield.students[0]?.id ?? '',
      greenfield.parent.id,
      greenfield.tenant.id,
    ])
      expect(await refusedUpdate(greenfield.schoolAdmin, id, { first_name: 'X' })).toMatchObject({
        status: 404,
        code: 'members.not_found',
      });
    expect(await refusedUpdate(greenfield.teacherAdmin, greenfield.teacher.id, {})).toMatchObject({
      code: 'request.forbidden',
    });
    expect(
      await refusedUpdate(greenfield.schoolAdmin, greenfield.teacher.id, { role: 'organization_admin' }),
    ).toMatchObject({ code: 'members.role_not_yours' });
  });
});

describe('the own account', () => {
  const change = async (by: Person, body: Record<string, unknown>) =>
    await world.call(await world.as(by), memberEndpoints.updateOwn, { body });

  it.each([
    ['greenfield', 'teacher'],
    ['riverside', 'teacherAdmin'],
    ['greenfield', 'schoolAdmin'],
  ] as const)('is read and changed by its person, in %s by a %s, and no other', async (school, who) => {
    const self = { greenfield, riverside }[school][who];
    const before = await world.call(await world.as(self), memberEndpoints.readOwn, {});
    expect(before).toMatchObject({ id: self.id, pending_email: null, has_password: true });
    const picture = await photograph();
    const after = await change(self, { first_name: 'Nora', country: 'NO', avatar: picture });
    expect(after).toMatchObject({ id: self.id, first_name: 'Nora', country: 'NO', email: before.email });
    expect(after.avatar).toMatch(/^\/media\//u);
    const [entry] = (await auditOf(self.id)).slice(-1);
    expect(entry).toMatchObject({ action: 'members.changed', actor_id: self.id });
    await change(self, { first_name: before.first_name, avatar: 'none' });
  });

  it('takes no role, so that nobody rises by it', async () => {
    const after = await change(greenfield.teacher, { role: 'school_admin', country: 'SE' });
    expect(after).toMatchObject({ role: 'teacher', country: 'SE' });
  });

  it('keeps the old email address until the new one is confirmed', async () => {
    const email = newEmail();
    const after = await change(riverside.teacher, { email });
    expect(after).toMatchObject({ email: 'teacher@riverside.test', pending_email: email });
    await change(riverside.teacher, { email: 'teacher@riverside.test' });
  });

  it.each(['student', 'parent'] as const)('is not there for a %s', async (who) => {
    const caller = await world.as(greenfield[who]);
    for (const call of [
      world.refusal(caller, memberEndpoints.readOwn, {}),
      world.refusal(caller, memberEndpoints.updateOwn, { body: { country: 'SE' } }),
    ])
      expect(await call).toMatchObject({ status: 403, code: 'request.forbidden' });
  });
});

describe('archiving somebody', () => {
  async function archive(by: Person, userId: string) {
    return await world.call(await world.as(by), memberEndpoints.archive, { params: { userId } });
  }

  it('signs them out and keeps them out, until they are restored', async () => {
    const { id, email } = await teacher();
    const session = await world.signIn(greenfield.host, email);
    expect(await archive(greenfield.schoolAdmin, id)).toMatchObject({ id, archived_at: expect.any(String) });
    expect(await world.refusal(session, identityEndpoints.readProfile, {})).toMatchObject({ status: 401 });
    const body = { username: email, password: 'Test-password-1' };
    const visitor = { host: greenfield.host, access: null };
    expect(await world.refusal(visitor, identityEndpoints.signIn, { body })).toMatchObject({ status: 401 });
    const caller = await world.as(greenfield.schoolAdmin);
    const listed = async (is_archived: boolean) =>
      (await world.call(caller, memberEndpoints.list, { query: { is_archived, limit: 1000 } })).results.some(
        (row) => row.id === id,
      );
    expect([await listed(false), await listed(true)]).toEqual([false, true]);
    expect(await refusedUpdate(greenfield.schoolAdmin, id, { first_name: 'X' })).toMatchObject({
      code: 'members.archived',
    });
    await world.call(caller, memberEndpoints.restore, { params: { userId: id } });
    expect([await listed(false), await listed(true)]).toEqual([true, false]);
    // The session of before stays ended.
    expect(await world.refusal(session, identityEndpoints.readProfile, {})).toMatchObject({ status: 401 });
    await world.signIn(greenfield.host, email);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['members.archived', 'members.restored']);
  });

  it('takes them off their classes on every device, and restoring brings them back', async () => {
    const ida = await teacher();
    const { id } = ida;
    const { id: classId } = await makeClass(world.context, greenfield.tenant, {
      name: 'Elm',
      teachers: [ida],
    });
    const caller = await world.as(greenfield.schoolAdmin);
    const lead = async () =>
      (await world.call(caller, classEndpoints.read, { params: { id: classId } })).assigned_teacher;
    const before = await versionOf(classId);
    expect(await lead()).toMatchObject({ id });
    await archive(greenfield.schoolAdmin, id);
    expect([await lead(), await versionOf(classId)]).toEqual([null, before + 1]);
    await world.call(caller, memberEndpoints.restore, { params: { userId: id } });
    expect(await lead()).toMatchObject({ id });
    expect(await versionOf(classId)).toBe(before + 2);
  });

  it('is refused of oneself, of somebody above, and of somebody of the other school', async () => {
    const refused = async (userId: string) =>
      (
        await world.refusal(await world.as(greenfield.schoolAdmin), memberEndpoints.archive, {
          params: { userId },
        })
      ).code;
    expect(await refused(greenfield.schoolAdmin.id)).toBe('members.not_yourself');
    expect(await refused(greenfield.organizationAdmin.id)).toBe('members.above_you');
    expect(await refused(riverside.teacher.id)).toBe('members.not_found');
  });

  it('never takes the last administrator of a school, nor their role', async () => {
    const { schoolAdmin, organizationAdmin } = riverside;
    const caller = await world.as(organizationAdmin);
    const params = { userId: schoolAdmin.id };
    expect(await world.refusal(caller, memberEndpoints.archive, { params })).toMatchObject({
      status: 409,
      code: 'members.last_administrator',
    });
    expect(await refusedUpdate(schoolAdmin, schoolAdmin.id, { role: 'teacher' })).toMatchObject({
      code: 'members.last_administrator',
    });
    // Somebody who never chose a password cannot sign in, and so does not count.
    const body = { ...person(), email: 'second@riverside.test', role: 'school_admin' } as const;
    await world.call(caller, memberEndpoints.create, { body });
    expect(await world.refusal(caller, memberEndpoints.archive, { params })).toMatchObject({
      code: 'members.last_administrator',
    });
    const second = await makeMember(world.context, riverside.tenant, {
      role: 'school_admin',
      email: 'third@riverside.test',
      password: 'Test-password-1',
    });
    // Of two who archive each other at the same moment one stays.
    const [one, other] = [await world.as(schoolAdmin), await world.as(second)];
    const path = (id: string) => `/api/v1/members/${id}/archive/`;
    const answers = await Promise.all([
      world.request(one, 'POST', path(second.id)),
      world.request(other, 'POST', path(schoolAdmin.id)),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
