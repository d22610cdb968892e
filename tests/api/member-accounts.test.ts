import { describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { classEndpoints } from '#contract/classes/classes.endpoints.ts';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import type { MemberDetails } from '#contract/members/members.schema.ts';
import { makeClass, makeMember } from '#server/seeds/factories.ts';
import { withoutAddresses } from '#server/platform/letter-words.ts';
import type { Person } from '../support/api-world.ts';
import { mailboxOfFile } from '../support/mailbox.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
const mail = mailboxOfFile(world);
const { newEmail } = mail;

const person = () => ({ first_name: 'Nora', last_name: 'Lind', email: newEmail(), country: 'SE' });

/** A photograph of a telephone: on its side, with a place in it. */
async function photograph(width = 1200, height = 900, background = '#336699'): Promise<Blob> {
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD0: { Make: 'CanaryCamera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  return new Blob([bytes], { type: 'image/jpeg' });
}

async function update(by: Person, userId: string, body: Record<string, unknown>): Promise<MemberDetails> {
  return await world.call(await world.as(by), memberEndpoints.update, { params: { userId }, body });
}

async function refusedUpdate(by: Person, userId: string, body: Record<string, unknown>) {
  return await world.refusal(await world.as(by), memberEndpoints.update, { params: { userId }, body });
}

async function read(by: Person, userId: string) {
  return await world.call(await world.as(by), memberEndpoints.read, { params: { userId } });
}

async function auditOf(subject: string): Promise<{ action: string; actor_id: string; details: unknown }[]> {
  const { rows } = await world.testDatabase.administrator.query<{
    action: string;
    actor_id: string;
    details: unknown;
  }>('select action, actor_id, details from audit_entries where subject_id = $1 order by id', [subject]);
  return rows;
}

async function teacher(options: { password?: string } = {}) {
  return await makeMember(world.context, greenfield.tenant, {
    role: 'teacher',
    first_name: 'Ida',
    last_name: 'Berg',
    email: newEmail(),
    password: options.password ?? 'Test-password-1',
  });
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

  it('keeps the old e-mail address until the new one is confirmed', async () => {
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

describe('a picture', () => {
  async function picture(path: string, host = greenfield.host) {
    const answer = await world.app.inject({ method: 'GET', url: path, headers: { host } });
    return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
  }

  it('is made anew: square, upright, without a place or a camera in it', async () => {
    const { id } = await teacher();
    const { avatar } = await update(greenfield.schoolAdmin, id, { avatar: await photograph() });
    expect(avatar).toMatch(/^\/media\/[0-9a-f]{64}\.webp$/u);
    const { status, headers, bytes } = await picture(avatar ?? '');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const found = await sharp(bytes).metadata();
    expect(found).toMatchObject({ format: 'webp', width: 512, height: 512 });
    expect(found.exif).toBeUndefined();
    expect(bytes.toString('latin1')).not.toContain('CanaryCamera');
  });

  it('is shown on the host of its school alone', async () => {
    const { id } = await teacher();
    const { avatar } = await update(greenfield.schoolAdmin, id, { avatar: await photograph(333, 444) });
    expect((await picture(avatar ?? '', riverside.host)).status).toBe(404);
    expect((await picture(`/media/${'0'.repeat(64)}.webp`)).status).toBe(404);
    expect((await picture('/media/..%2f..%2fetc%2fpasswd')).status).toBe(404);
  });

  it('is forgotten when another took its place, unless somebody else has the same', async () => {
    const [one, other] = [await teacher(), await teacher()];
    const same = await photograph(640, 480, '#996633');
    const { avatar } = await update(greenfield.schoolAdmin, one.id, { avatar: same });
    expect((await update(greenfield.schoolAdmin, other.id, { avatar: same })).avatar).toBe(avatar);
    expect(await update(greenfield.schoolAdmin, one.id, { avatar: 'none' })).toMatchObject({ avatar: null });
    expect((await picture(avatar ?? '')).status).toBe(200);
    await update(greenfield.schoolAdmin, other.id, { avatar: 'none' });
    expect((await picture(avatar ?? '')).status).toBe(404);
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const unreadable = 'This picture cannot be read. Please choose another one.';
  const cutOff = 'The end of this picture is missing. Please copy it again, or choose another one.';
  it.each([
    ['a page that says it is a picture', Buffer.from('<html>'), 'image/png', unreadable],
    ['a drawing that could run something', Buffer.from(svg), 'image/png', unreadable],
    ['a picture that was cut off', Buffer.from('ffd8ffe000104a464946', 'hex'), 'image/jpeg', cutOff],
  ])('is refused where it is %s, at the field', async (_what, bytes, type, words) => {
    const { id } = await teacher();
    const avatar = new Blob([bytes], { type });
    expect(await refusedUpdate(greenfield.schoolAdmin, id, { avatar })).toMatchObject({
      status: 400,
      code: 'members.picture_unreadable',
      errors: { avatar: [words] },
    });
  });

  it('is refused where it would unpack to more than a camera makes', async () => {
    const { id } = await teacher();
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const avatar = new Blob([bomb], { type: 'image/png' });
    expect(await refusedUpdate(greenfield.schoolAdmin, id, { avatar })).toMatchObject({
      code: 'members.picture_unreadable',
    });
  });

  it('is refused where it is too large, and where it is of a kind that nobody takes', async () => {
    const { id } = await teacher();
    const large = new Blob([Buffer.alloc(5 * 1024 * 1024 + 1)], { type: 'image/jpeg' });
    expect(await refusedUpdate(greenfield.schoolAdmin, id, { avatar: large })).toMatchObject({
      status: 413,
      error: 'File too large',
      errors: { avatar: ['File too large'] },
    });
    const drawing = new Blob([svg], { type: 'image/svg+xml' });
    expect(await refusedUpdate(greenfield.schoolAdmin, id, { avatar: drawing })).toMatchObject({
      status: 400,
      errors: { avatar: ['Unsupported file format'] },
    });
  });
});

describe('a new e-mail address', () => {
  const tokenOf = (email: string) => {
    const [, token = ''] = /\/verification\/#token=([\w-]{43})/u.exec(mail.mailbox.lastTo(email).text) ?? [];
    return token;
  };
  const confirm = async (token: string, host = greenfield.host) =>
    await world.request({ host, access: null }, 'POST', '/api/auth/verification/', { body: { token } });

  it('counts once its link was opened; until then the old one signs in', async () => {
    const { id, email } = await teacher();
    const next = newEmail();
    expect(await update(greenfield.schoolAdmin, id, { email: next })).toMatchObject({
      email,
      pending_email: next,
    });
    await world.signIn(greenfield.host, email);
    await mail.sender.sendDue();
    const token = tokenOf(next);
    expect(await confirm(token, riverside.host)).toMatchObject({ status: 410 });
    expect(await confirm(token)).toMatchObject({ status: 200, body: { email: next } });
    expect(await confirm(token)).toMatchObject({ status: 410, body: { code: 'members.email_link_refused' } });
    expect(await read(greenfield.schoolAdmin, id)).toMatchObject({ email: next, pending_email: null });
    await world.signIn(greenfield.host, next);
    expect(
      await world.refusal({ host: greenfield.host, access: null }, identityEndpoints.signIn, {
        body: { username: email, password: 'Test-password-1' },
      }),
    ).toMatchObject({ code: 'identity.wrong_credentials' });
    await mail.sender.sendDue();
    expect(mail.mailbox.lastTo(email).text).toContain(next);
  });

  const stopTokenOf = (email: string) => {
    const [, token = ''] =
      /\/verification\/#stop=([\w-]{43})/u.exec(
        mail.mailbox.mails.find(({ to }) => to.address === email)?.text ?? '',
      ) ?? [];
    return token;
  };
  const stop = async (token: string, host = greenfield.host) =>
    await world.request({ host, access: null }, 'POST', '/api/auth/verification/stop/', { body: { token } });

  it('that another person asked for is told to the old one at once, which can stop it', async () => {
    const { id, email } = await teacher();
    const next = newEmail();
    await update(greenfield.schoolAdmin, id, { email: next });
    await mail.sender.sendDue();
    expect(mail.mailbox.lastTo(email).text).toContain(withoutAddresses(next));
    const token = stopTokenOf(email);
    expect((await stop(token, riverside.host)).status).toBe(410);
    expect(await stop(token)).toMatchObject({ status: 200, body: { email, is_undone: false } });
    expect((await stop(token)).status).toBe(410);
    expect((await confirm(tokenOf(next))).status).toBe(410);
    await world.signIn(greenfield.host, email);
    const { rows } = await world.testDatabase.administrator.query(
      `select action, actor_id, details ->> 'asked_by' as asked_by from audit_entries
       where subject_id = $1 and action like 'members.email%' order by created_at, id`,
      [id],
    );
    expect(rows).toEqual([
      { action: 'members.email_change_asked', actor_id: greenfield.schoolAdmin.id, asked_by: null },
      { action: 'members.email_change_stopped', actor_id: id, asked_by: greenfield.schoolAdmin.id },
    ]);
  });

  it('is undone by the old one after it was confirmed: sessions end, and the password is void', async () => {
    const { id, email } = await teacher();
    const next = newEmail();
    await update(greenfield.schoolAdmin, id, { email: next });
    await mail.sender.sendDue();
    const token = stopTokenOf(email);
    await confirm(tokenOf(next));
    const session = await world.signIn(greenfield.host, next);
    const { rows } = await world.testDatabase.administrator.query(
      `select actor_id from audit_entries where subject_id = $1 and action = 'members.email_changed'`,
      [id],
    );
    expect(rows).toEqual([{ actor_id: greenfield.schoolAdmin.id }]);
    expect(await stop(token)).toMatchObject({ status: 200, body: { email, is_undone: true } });
    expect((await world.request(session, 'GET', '/api/user/profile/')).status).toBe(401);
    expect(await read(greenfield.schoolAdmin, id)).toMatchObject({ email });
    for (const username of [email, next])
      expect(
        await world.refusal({ host: greenfield.host, access: null }, identityEndpoints.signIn, {
          body: { username, password: 'Test-password-1' },
        }),
      ).toMatchObject({ code: 'identity.wrong_credentials' });
  });

  it('is stopped within two days, and not one that was taken back', async () => {
    const { id, email } = await teacher();
    const next = newEmail();
    await update(greenfield.schoolAdmin, id, { email: next });
    await mail.sender.sendDue();
    const token = stopTokenOf(email);
    await update(greenfield.schoolAdmin, id, { email });
    expect((await stop(token)).status).toBe(410);
    const { id: other, email: otherEmail } = await teacher();
    await update(greenfield.schoolAdmin, other, { email: newEmail() });
    await mail.sender.sendDue();
    world.clock.advance(48 * 60 * 60 * 1000);
    expect((await stop(stopTokenOf(otherEmail))).status).toBe(410);
  });

  it('is taken back by sending the old one, and replaced by a newer one', async () => {
    const { id, email } = await teacher();
    const [first, second] = [newEmail(), newEmail()];
    await update(greenfield.schoolAdmin, id, { email: first });
    await mail.sender.sendDue();
    await update(greenfield.schoolAdmin, id, { email: second });
    await mail.sender.sendDue();
    expect((await confirm(tokenOf(first))).status).toBe(410);
    expect(await update(greenfield.schoolAdmin, id, { email })).toMatchObject({ pending_email: null });
    expect((await confirm(tokenOf(second))).status).toBe(410);
  });

  it('does not work after two days', async () => {
    const { id } = await teacher();
    const next = newEmail();
    await update(greenfield.schoolAdmin, id, { email: next });
    await mail.sender.sendDue();
    const token = tokenOf(next);
    world.clock.advance(48 * 60 * 60 * 1000);
    expect((await confirm(token)).status).toBe(410);
    expect(await read(greenfield.schoolAdmin, id)).toMatchObject({ pending_email: null });
  });

  it('is refused where somebody has it, also when they got it meanwhile', async () => {
    const { id } = await teacher();
    expect(await refusedUpdate(greenfield.schoolAdmin, id, { email: 'lead@greenfield.test' })).toMatchObject({
      status: 409,
      errors: { email: ['Somebody here has this e-mail address already.'] },
    });
    const next = newEmail();
    await update(greenfield.schoolAdmin, id, { email: next });
    await makeMember(world.context, greenfield.tenant, { role: 'teacher', email: next });
    await mail.sender.sendDue();
    expect(await confirm(tokenOf(next))).toMatchObject({
      status: 409,
      body: { code: 'members.email_taken' },
    });
  });

  it('counts at once, with a new invitation, for somebody who has no password yet', async () => {
    const body = person();
    const caller = await world.as(greenfield.schoolAdmin);
    const { id } = await world.call(caller, memberEndpoints.create, { body });
    const next = newEmail();
    expect(await update(greenfield.schoolAdmin, id, { email: next })).toMatchObject({
      email: next,
      pending_email: null,
    });
    await mail.sender.sendDue();
    expect(mail.mailbox.lastTo(next).text).toContain('/accept-invitation/');
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
