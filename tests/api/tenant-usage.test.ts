import { beforeEach, describe, expect, it } from 'vitest';
import { quotaProblems } from '#contract/kit/quota.problems.ts';
import type { CeilingsForm } from '#contract/tenants/tenant-usage.schema.ts';
import { tenantUsageEndpoints } from '#contract/tenants/tenant-usage.endpoints.ts';
import { pictureEndpoints } from '#contract/writing/pictures.endpoints.ts';
import { createMailsNearlyFull } from '#server/modules/tenants/tenant-usage.letters.ts';
import { countMail, createUsageCounter, type UsageCounter } from '#server/platform/usage.ts';
import type { Caller, TestSchool } from '../support/api-world.ts';
import { anotherChild, beginWork } from '../support/authors.ts';
import { photograph, type TestPicture } from '../support/pictures.ts';
import { createMailOutbox } from '#server/modules/mail/mail.outbox.ts';
import { createSuppressions } from '#server/modules/mail/suppressions.ts';
import { inTenant } from '#server/platform/database.ts';
import { words } from '#server/platform/letter-words.ts';
import { mailSenderOf, TestMailbox } from '../support/mailbox.ts';
import { testSecretKey } from '../support/test-database.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
let platform: Caller;
let usage: UsageCounter;
const told: string[] = [];

const set = ({ tenant }: TestSchool, ceilings: Partial<CeilingsForm>) =>
  world.call(platform, tenantUsageEndpoints.setCeilings, {
    params: { tenantId: tenant.id },
    body: {
      media_gb: null,
      mails_a_day: null,
      student_mb_a_week: null,
      student_pieces_a_week: null,
      reason: 'It was agreed',
      ...ceilings,
    },
  });
const read = ({ tenant }: TestSchool) =>
  world.call(platform, tenantUsageEndpoints.readUsage, { params: { tenantId: tenant.id } });
const administer = (text: string, values: unknown[]) => world.testDatabase.administrator.query(text, values);

const sent = (id: string, { sha256, file }: TestPicture) => ({
  params: { workId: id, sha256 },
  body: { picture: file },
});

beforeEach(async () => {
  told.length = 0;
  platform = await world.as(world.platformAdmin);
  usage = createUsageCounter({
    database: world.testDatabase.database,
    clock: world.clock,
    onNearlyFull: async (_transaction, tenantId) => void told.push(tenantId),
    onFailure: (error) => expect.unreachable(String(error)),
  });
});

describe('what a school uses', () => {
  it('is counted after the commit and shown by the day, of this school alone', async () => {
    const child = await world.as(await anotherChild(world, greenfield));
    const { id } = await beginWork(world, child);
    const picture = await photograph('#101010');
    await world.call(child, pictureEndpoints.send, sent(id, picture));
    // The same once more takes no room.
    await world.call(child, pictureEndpoints.send, sent(id, picture));
    await usage.write();
    const { media, mails, days } = await read(greenfield);
    expect(days).toEqual([
      {
        day: world.clock.now().toISOString().slice(0, 10),
        bytes: picture.file.size,
        works: 1,
        calls: 0,
        mails: 0,
      },
    ]);
    expect(media).toMatchObject({ used: picture.file.size, is_usual: true });
    expect(mails).toEqual({ used: 0, most: 500, is_usual: true });
    expect((await read(riverside)).days).toEqual([]);
  });
});

describe('a school that is full', () => {
  it('takes no new pictures, and still takes words and what it has already', async () => {
    const child = await world.as(await anotherChild(world, greenfield));
    const { id } = await beginWork(world, child);
    const known = await photograph('#202020');
    await world.call(child, pictureEndpoints.send, sent(id, known));
    await set(greenfield, { media_gb: 0 });
    const other = await photograph('#303030');
    expect(await world.refusal(child, pictureEndpoints.send, sent(id, other))).toMatchObject({
      status: 409,
      code: 'quota.full',
      error: quotaProblems.full.error,
    });
    await world.call(child, pictureEndpoints.send, sent(id, known));
    await beginWork(world, child);
    const neighbour = await world.as(await anotherChild(world, riverside));
    const theirs = await beginWork(world, neighbour);
    await world.call(neighbour, pictureEndpoints.send, sent(theirs.id, other));

    await set(greenfield, {});
    await world.call(child, pictureEndpoints.send, sent(id, other));
  });

  it('hears of it once at four fifths, and again after there was room', async () => {
    await set(greenfield, { media_gb: 1 });
    const use = async (bytes: number) => {
      usage.note(greenfield.tenant.id, { bytes });
      await usage.write();
    };
    await use(790_000_000);
    expect(told).toEqual([]);
    await use(20_000_000);
    await use(20_000_000);
    expect(told).toEqual([greenfield.tenant.id]);
    await set(greenfield, { media_gb: 2 });
    await use(1);
    expect(told).toEqual([greenfield.tenant.id]);
    await use(900_000_000);
    expect(told).toEqual([greenfield.tenant.id, greenfield.tenant.id]);
  });
});

describe('ceilings of a school', () => {
  it('are set by the platform with a reason, which stays in both audits', async () => {
    expect(await set(riverside, { media_gb: 3, mails_a_day: 9 })).toMatchObject({
      media: { most: 3_000_000_000, is_usual: false },
      mails: { most: 9, is_usual: false },
    });
    expect((await read(greenfield)).mails.most).not.toBe(9);
    const { rows } = await administer(
      "select tenant_id, details ->> 'reason' as reason from audit_entries where action = 'tenants.ceilings_set' and subject_id = $1",
      [riverside.tenant.id],
    );
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual({ tenant_id: riverside.tenant.id, reason: 'It was agreed' });
    const office = await world.as(riverside.schoolAdmin);
    const mine = { params: { tenantId: riverside.tenant.id } };
    expect(await world.refusal(office, tenantUsageEndpoints.readUsage, mine)).toMatchObject({ status: 404 });
  });

  it('says at the field what is no amount', async () => {
    const body = {
      media_gb: -1,
      mails_a_day: 1.5,
      student_mb_a_week: 0.5,
      student_pieces_a_week: -1,
      reason: ' ',
    };
    const params = { tenantId: riverside.tenant.id };
    expect(await world.refusal(platform, tenantUsageEndpoints.setCeilings, { params, body })).toMatchObject({
      status: 400,
      errors: {
        media_gb: [expect.stringContaining('whole number')],
        mails_a_day: [expect.stringContaining('whole number')],
        student_mb_a_week: [expect.stringContaining('whole number')],
        student_pieces_a_week: [expect.stringContaining('whole number')],
        reason: ['Please say why'],
      },
    });
  });
});

describe('emails of a day', () => {
  const day = 24 * 60 * 60 * 1000;

  it('wait for tomorrow where a school has sent all it may; reset letters go, and so do those of others', async () => {
    const mailbox = new TestMailbox();
    const sender = mailSenderOf(world, mailbox);
    const suppressions = createSuppressions({ secretKey: testSecretKey });
    const outbox = createMailOutbox({ secretKey: testSecretKey, addTask: sender.add, suppressions });
    const add = async (
      { tenant }: TestSchool,
      kind: 'learning.reminder' | 'passwords.reset_link',
      address: string,
    ) => {
      const now = world.clock.now();
      const letter = { greeting: words`Hello,`, paragraphs: [words`here it is.`], action: null, notes: [] };
      const useful_until = new Date(now.getTime() + 3 * day);
      const mail = { kind, to: { name: 'Sam', address }, subject: words`A letter`, letter, useful_until };
      await inTenant(world.context.database, tenant.id, (transaction) =>
        outbox.add(transaction, tenant.id, mail, { now }),
      );
      await sender.runDue();
    };
    const arrived = () => mailbox.mails.map(({ to }) => to.address);

    await set(greenfield, { mails_a_day: 1 });
    await add(greenfield, 'learning.reminder', 'one@greenfield.test');
    await add(greenfield, 'learning.reminder', 'two@greenfield.test');
    await add(greenfield, 'passwords.reset_link', 'reset@greenfield.test');
    await add(riverside, 'learning.reminder', 'one@riverside.test');
    expect(arrived()).toEqual(['one@greenfield.test', 'reset@greenfield.test', 'one@riverside.test']);
    expect((await read(greenfield)).mails).toEqual({ used: 2, most: 1, is_usual: false });

    world.clock.advance(day);
    await sender.runDue();
    expect(arrived().slice(3)).toEqual(['two@greenfield.test']);
  });

  it('are told of at four fifths, once in a week, in the office of this school alone', async () => {
    const heard: string[] = [];
    await set(greenfield, { mails_a_day: 10 });
    await set(riverside, { mails_a_day: 10 });
    const send = ({ tenant }: TestSchool, count: number) =>
      inTenant(world.context.database, tenant.id, async (transaction) => {
        for (let number = 0; number < count; number += 1)
          if (await countMail(transaction, tenant.id, world.clock.now())) heard.push(tenant.id);
      });
    world.clock.advance(8 * day);
    await send(greenfield, 7);
    await send(riverside, 7);
    expect(heard).toEqual([]);
    await send(greenfield, 3);
    expect(heard).toEqual([greenfield.tenant.id]);
    world.clock.advance(day);
    await send(greenfield, 9);
    expect(heard).toEqual([greenfield.tenant.id]);
    world.clock.advance(8 * day);
    await send(greenfield, 9);
    expect(heard).toEqual([greenfield.tenant.id, greenfield.tenant.id]);

    const mailbox = new TestMailbox();
    const sender = mailSenderOf(world, mailbox);
    const suppressions = createSuppressions({ secretKey: testSecretKey });
    const outbox = createMailOutbox({ secretKey: testSecretKey, addTask: sender.add, suppressions });
    const tell = createMailsNearlyFull({ outbox });
    await inTenant(world.context.database, riverside.tenant.id, (transaction) =>
      tell(transaction, riverside.tenant.id, world.clock.now()),
    );
    await sender.runDue();
    expect(mailbox.lastTo(riverside.schoolAdmin.email).text).toContain('wait until tomorrow');
    expect(mailbox.mails.filter(({ to }) => to.address.endsWith('@greenfield.test'))).toEqual([]);
  });
});
