import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import { withoutAddresses } from '#server/platform/letter-words.ts';
import { makeMember } from '#server/seeds/factories.ts';
import { accountsOfFile, photograph } from './member-accounts.support.ts';

const { world, greenfield, riverside, mail, newEmail, person, update, refusedUpdate, read, teacher } =
  accountsOfFile();

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

describe('a new email address', () => {
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
      errors: { email: ['Somebody here has this email address already.'] },
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
