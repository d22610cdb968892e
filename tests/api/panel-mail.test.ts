import { describe, expect, it } from 'vitest';
import { maskedAddress } from '#contract/mail/mail.kinds.ts';
import { panelMailEndpoints } from '#contract/mail/panel-mail.endpoints.ts';
import type { PanelLetterQuery } from '#contract/mail/panel-mail.schema.ts';
import { invitationEndpoints } from '#contract/members/invitations.endpoints.ts';
import { MailError } from '#server/platform/mail.ts';
import type { TestSchool } from '../support/api-world.ts';
import { mailSenderOf, tokenIn } from '../support/mailbox.ts';
import { day, lettersOfFile, minute, reason } from './panel-mail.support.ts';

const { world, greenfield, riverside, mail, platform, later, invite, auditOf, refusing } = lettersOfFile();

type Query = Partial<PanelLetterQuery>;
const letters = (query: Query = {}) => world.call(platform, panelMailEndpoints.listAll, { query });
const at = (school: Pick<TestSchool, 'tenant'>, id: string) => ({ tenantId: school.tenant.id, id });
const read = (school: TestSchool, id: string) =>
  world.call(platform, panelMailEndpoints.read, { params: at(school, id) });

async function letterTo(email: string): Promise<string> {
  const { rows } = await world.testDatabase.administrator.query<{ id: string }>(
    'select id from email_messages where to_address = $1 order by created_at desc, id desc',
    [email],
  );
  return rows[0]?.id ?? '';
}

describe('the letters of all schools', () => {
  it('are listed with a shortened address, the newest first (law 1)', async () => {
    const ours = await invite(greenfield, 'canary.of.green@mail.test');
    await later(minute);
    const theirs = await invite(riverside, 'canary.of.river@mail.test');
    const { results } = await letters({ domain: 'mail.test' });
    expect(results).toMatchObject([
      {
        tenant: { id: riverside.tenant.id, school_name: 'riverside school' },
        kind: 'members.invitation',
        to_address: 'c…r@mail.test',
        state: 'waiting',
        attempts: 0,
        cause: null,
        ended_at: null,
        written_at: world.clock.now().toISOString(),
      },
      { tenant: { id: greenfield.tenant.id }, to_address: 'c…n@mail.test' },
    ]);
    await mail.sender.sendDue();
    const link = tokenIn(mail.mailbox.lastTo(ours));
    const said = JSON.stringify([
      await letters({ limit: 100 }),
      await read(riverside, await letterTo(theirs)),
    ]);
    for (const canary of ['canary', link, tokenIn(mail.mailbox.lastTo(theirs))])
      expect(said).not.toContain(canary);
  });

  it.each(['a@b', 'ab@c.test', 'abc@C.Test', 'no address', '"x@y"@z.test', 'łé@x.test', '𝒜bc@x.test'])(
    'shorten %s as a school does',
    async (address) => {
      await world.testDatabase.administrator.query(
        `insert into email_messages (tenant_id, id, kind, to_address, to_name, subject, state, created_at, finished_at)
         values ($1, gen_random_uuid(), 'offers.confirm', $2, '', '', 'sent', $3, now())`,
        [riverside.tenant.id, address, world.clock.now()],
      );
      const { results } = await letters({ kind: 'offers.confirm', limit: 1 });
      expect(results[0]?.to_address).toBe(maskedAddress(address));
    },
  );

  it('are narrowed down by school, state, kind, domain and age, in pages', async () => {
    const dead = await invite(riverside, 'somebody@dead.test');
    await refusing('5.1.1').sendDue();
    await later(2 * 60 * minute);
    const late = await invite(greenfield, 'late@dead.test');
    const idsOf = async (query: Query) =>
      (await letters({ limit: 100, ...query })).results.map(({ id }) => id);
    const [first, second] = [await letterTo(dead), await letterTo(late)];
    expect(await idsOf({ domain: '@DEAD.test' })).toEqual([second, first]);
    expect(await idsOf({ domain: 'dead.test', tenant_id: riverside.tenant.id })).toEqual([first]);
    expect(await idsOf({ domain: 'dead.test', state: 'failed' })).toEqual([first]);
    expect(await idsOf({ domain: 'dead.test', age: 'hour' })).toEqual([second]);
    expect(await idsOf({ domain: 'dead.test', age: 'day' })).toEqual([second, first]);
    expect(await idsOf({ domain: 'dead.test', kind: 'members.invitation' })).toEqual([second, first]);
    expect(await idsOf({ domain: 'dead.test', kind: 'tenants.welcome' })).toEqual([]);
    const page = await letters({ domain: 'dead.test', limit: 1 });
    expect(page).toMatchObject({ count: 2, results: [{ id: second }] });
    const next = new URLSearchParams(page.next ?? '');
    expect(next.get('domain')).toBe('dead.test');
    const after = next.get('after') ?? '';
    expect(await letters({ domain: 'dead.test', limit: 1, after })).toMatchObject({
      next: null,
      results: [{ id: first }],
    });
    expect(await world.refusal(platform, panelMailEndpoints.listAll, { query: { kind: 'x' } })).toMatchObject(
      { status: 400, errors: { kind: [expect.any(String)] } },
    );
  });

  it('say how email is doing: the last 24 hours by state, what waits longest, and when that is bad', async () => {
    await later(2 * day);
    await mail.sender.sendDue();
    expect((await letters()).head).toMatchObject({
      day: { waiting: 0, sent: 0 },
      oldest_waiting: null,
      is_failing: false,
      transport: { kind: 'none', host: null },
    });
    const waiting = world.clock.now().toISOString();
    await invite(greenfield);
    await later(15 * minute - 1);
    await invite(riverside);
    expect((await letters()).head).toMatchObject({
      day: { waiting: 2 },
      oldest_waiting: waiting,
      is_failing: false,
    });
    await later(1);
    expect((await letters()).head.is_failing).toBe(true);
    await mail.sender.sendDue();
    expect((await letters()).head).toMatchObject({ day: { waiting: 0, sent: 2 }, is_failing: false });
    const fail = async (many: number) => {
      for (let each = 0; each < many; each += 1) await invite(riverside);
      await refusing('5.1.1').sendDue();
    };
    await fail(5);
    expect((await letters()).head).toMatchObject({ latest: { ended: 7, failed: 5 }, is_failing: false });
    await fail(1);
    expect((await letters()).head).toMatchObject({
      day: { failed: 6 },
      latest: { failed: 6 },
      is_failing: true,
    });
    await later(day + minute);
    expect((await letters()).head).toMatchObject({ day: { failed: 0 }, is_failing: false });
  });
});

describe('one letter', () => {
  it('says what happened to it and what it says without its link, and each look is one row of the audit (law 4)', async () => {
    const email = await invite(riverside, 'ana.ruiz@words.test');
    await mailSenderOf(world, {
      send: () => Promise.reject(new MailError('451 <Ana.Ruiz@words.test> not now, ana.ruiz', false)),
    }).sendDue();
    await later(30 * minute);
    await mail.sender.sendDue();
    const id = await letterTo(email);
    const before = (await auditOf('mail.looked_at')).length;
    const letter = await read(riverside, id);
    expect(letter).toMatchObject({
      id,
      tenant: { id: riverside.tenant.id },
      to_address: 'a…z@words.test',
      subject: 'riverside school invites you',
      state: 'sent',
      attempts: 2,
      may_again: true,
      events: [
        { kind: 'deferred', detail: '451 <A…z@words.test> not now, a…z' },
        { kind: 'sent', detail: '' },
      ],
      letter: { action: 'Accept the invitation' },
    });
    expect(JSON.stringify(letter)).not.toMatch(/https?:|token|ana\.ruiz/iu);
    expect((await auditOf('mail.looked_at')).slice(before)).toEqual([
      {
        tenant_id: world.platform.id,
        actor: world.platformAdmin.id,
        action: 'mail.looked_at',
        subject_id: id,
        details: { letter: 'members.invitation', partner: 'riverside school' },
      },
    ]);
  });

  it('is found in its own school alone', async () => {
    const id = await letterTo(await invite(riverside));
    const missing = { status: 404, code: 'mail.not_found' };
    const before = (await auditOf('mail.looked_at')).length;
    for (const params of [
      at(greenfield, id),
      { tenantId: crypto.randomUUID(), id },
      at(riverside, crypto.randomUUID()),
    ]) {
      expect(await world.refusal(platform, panelMailEndpoints.read, { params })).toMatchObject(missing);
      for (const endpoint of [panelMailEndpoints.showAddress, panelMailEndpoints.sendAgain])
        expect(await world.refusal(platform, endpoint, { params, body: { reason } })).toMatchObject(missing);
    }
    expect(await auditOf('mail.looked_at')).toHaveLength(before);
  });

  it('shows its whole address with a reason, which both sides keep (law 7)', async () => {
    const email = await invite(riverside);
    const id = await letterTo(email);
    const params = at(riverside, id);
    expect(
      await world.refusal(platform, panelMailEndpoints.showAddress, { params, body: { reason: ' ' } }),
    ).toMatchObject({ status: 400, errors: { reason: ['Please say why'] } });
    expect(await world.call(platform, panelMailEndpoints.showAddress, { params, body: { reason } })).toEqual({
      address: email,
    });
    const entries = (await auditOf('mail.address_shown')).filter(({ subject_id }) => subject_id === id);
    expect(entries).toMatchObject([
      { tenant_id: riverside.tenant.id, actor: world.platformAdmin.id, details: { reason } },
      {
        tenant_id: world.platform.id,
        actor: world.platformAdmin.id,
        details: { reason, partner: 'riverside school' },
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain(email);
  });

  it('is sent again with a new link to its own host, and the earlier link is dead (law 17)', async () => {
    const email = await invite(riverside);
    await mail.sender.sendDue();
    const first = tokenIn(mail.mailbox.lastTo(email));
    const id = await letterTo(email);
    const call = { params: at(riverside, id), body: { reason } };
    await later(minute - 1);
    expect(await world.refusal(platform, panelMailEndpoints.sendAgain, call)).toMatchObject({
      status: 429,
      code: 'mail.sent_just_now',
    });
    await later(minute);
    const sent = await world.call(platform, panelMailEndpoints.sendAgain, call);
    expect(sent.id).toBe(await letterTo(email));
    await mail.sender.sendDue();
    const letter = mail.mailbox.lastTo(email);
    expect(letter.text).toContain(`http://${riverside.host}`);
    const visitor = { host: riverside.host, access: null };
    const check = invitationEndpoints.check;
    expect(await world.refusal(visitor, check, { body: { token: first } })).toMatchObject({
      code: 'invitations.link_unknown',
    });
    expect(await world.call(visitor, check, { body: { token: tokenIn(letter) } })).toMatchObject({ email });
    expect(
      (await auditOf('mail.sent_again')).map(({ tenant_id, actor, details }) => ({
        tenant_id,
        actor,
        ...details,
      })),
    ).toMatchObject([
      { tenant_id: riverside.tenant.id, actor: world.platformAdmin.id, reason, letter: 'members.invitation' },
      { tenant_id: world.platform.id, actor: world.platformAdmin.id, reason, partner: 'riverside school' },
    ]);
  });

  it('is not sent again where its link does not count any more, or its address is not written to', async () => {
    const email = await invite(riverside);
    const id = await letterTo(email);
    const call = { params: at(riverside, id), body: { reason } };
    await refusing('5.1.1').sendDue();
    await later(2 * minute);
    expect(await world.refusal(platform, panelMailEndpoints.sendAgain, call)).toMatchObject({
      status: 409,
      code: 'mail.suppressed',
    });
    await world.testDatabase.administrator.query(
      'update email_messages set subject_id = null where id = $1',
      [id],
    );
    expect(await world.refusal(platform, panelMailEndpoints.sendAgain, call)).toMatchObject({
      status: 409,
      code: 'mail.not_again',
    });
  });
});
