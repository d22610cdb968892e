import { beforeEach, describe, expect, it } from 'vitest';
import { requestEndpoints } from '#contract/requests/requests.endpoints.ts';
import type { RequestDetails } from '#contract/requests/requests.schema.ts';
import type { Caller } from '../support/api-world.ts';
import { mailboxOfFile, tokenIn } from '../support/mailbox.ts';
import { travelling } from '../support/requests.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
const mail = mailboxOfFile(world);
const minute = 60_000;

let platform: Caller;
let sender: Caller;

beforeEach(async () => {
  platform = await world.as(world.platformAdmin);
  sender = await world.as('visitor', 'localhost');
});

const schoolAt = (number: number) => ({
  school: `Hill School ${number}`,
  email: `office-${number}-${mail.newEmail()}`,
  country: 'KE',
});

/** A list of schools as an organization sends it. */
async function sendList(count: number) {
  const schools = Array.from({ length: count }, (_, place) => schoolAt(place + 1));
  const email = mail.newEmail();
  const along = await travelling(world, sender);
  const body = {
    kind: 'bulk-enrolment' as const,
    ...along,
    organization: 'Hills Trust',
    name: 'Amina',
    email,
    start: '',
    pupils: 9000,
    schools,
  };
  const { reference } = await world.call(sender, requestEndpoints.send, { body });
  await mail.sender.sendDue();
  return { reference, secret: along.secret, schools, token: tokenIn(mail.mailbox.lastTo(email)) };
}

async function confirmedList(count: number) {
  const list = await sendList(count);
  await world.call(sender, requestEndpoints.confirm, { body: { token: list.token } });
  const { results } = await world.call(platform, requestEndpoints.list, {
    query: { search: list.reference },
  });
  const [listed] = results;
  const params = { requestId: listed?.id ?? '' };
  return { ...list, params, request: await world.call(platform, requestEndpoints.read, { params }) };
}

const invite = (request: RequestDetails, emails: readonly string[]) => {
  world.clock.advance(1000);
  return { params: { requestId: request.id }, body: { seen: request.updated_at, emails: [...emails] } };
};
const lettersTo = (email: string) => mail.mailbox.mails.filter(({ to }) => to.address === email);
const states = ({ schools }: RequestDetails) => schools.map(({ state }) => state);

describe('a list of schools', () => {
  it('becomes an invitation for each, sent once, as its sender sees, too', async () => {
    const { request, schools, reference, secret } = await confirmedList(40);
    expect(new Set(states(request))).toEqual(new Set(['waiting']));
    const emails = schools.map(({ email }) => email);
    const first = await world.call(platform, requestEndpoints.invite, invite(request, emails.slice(0, 2)));
    expect(states(first).slice(0, 3)).toEqual(['invited', 'invited', 'waiting']);
    const all = await world.call(platform, requestEndpoints.invite, invite(first, [...emails, ...emails]));
    expect(new Set(states(all))).toEqual(new Set(['invited']));
    expect(all.schools[0]?.invited_at).toBe(first.schools[0]?.invited_at);
    await mail.sender.sendDue();
    for (const { email, school } of schools) {
      const letters = lettersTo(email);
      expect(letters).toHaveLength(1);
      expect(letters[0]?.text).toContain(
        `http://localhost/register#${new URLSearchParams({ school, email }).toString()}`,
      );
      expect(letters[0]?.text).toContain(school);
      expect(letters[0]?.subject).toContain('Hills Trust');
    }
    const { schools: shown } = await world.call(sender, requestEndpoints.readState, {
      body: { reference, secret },
    });
    expect(shown.slice(0, 2)).toEqual([
      { school: 'Hill School 1', state: 'invited' },
      { school: 'Hill School 2', state: 'invited' },
    ]);
    expect(JSON.stringify(shown)).not.toContain('@');
  });

  it('names the schools that are here, cannot be written to or whose letter came back, and writes to none of them', async () => {
    const { request, schools } = await confirmedList(4);
    const [here, refused, back, good] = schools;
    const { administrator } = world.testDatabase;
    await administrator.query('update tenants set school_email = $2 where id = $1', [
      riverside.tenant.id,
      here?.email,
    ]);
    await administrator.query(
      `insert into mail_suppressions (address_mac, listed_address, reason, since, note) values ($1, 'o…@x', 'manual', $2, 'Asked us')`,
      [
        world.context.secretKey.sign('suppressed e-mail', refused?.email ?? ''),
        new Date(world.clock.now().getTime() - minute),
      ],
    );
    const emails = schools.map(({ email }) => email);
    const invited = await world.call(platform, requestEndpoints.invite, invite(request, emails));
    expect(states(invited)).toEqual(['registered', 'unreachable', 'invited', 'invited']);
    expect(invited.schools[1]?.note).toMatch(/\w/u);
    await mail.sender.sendDue();
    expect([here, refused, good].map((school) => lettersTo(school?.email ?? '').length)).toEqual([0, 0, 1]);
    await administrator.query(
      `update email_messages set state = 'bounced' where to_address = $1 and kind = 'requests.invitation'`,
      [back?.email],
    );
    const again = await world.call(platform, requestEndpoints.read, { params: { requestId: request.id } });
    expect(states(again)).toEqual(['registered', 'unreachable', 'returned', 'invited']);
  });

  it('is written to once more after a week: each school that did not answer, and no other', async () => {
    const { request, schools } = await confirmedList(4);
    const [quiet, registered, back, declined] = schools;
    const emails = schools.map(({ email }) => email);
    const remind = (by: Caller, seen: RequestDetails) =>
      world.call(by, requestEndpoints.remind, invite(seen, emails));
    const early = await remind(platform, request);
    expect(early.schools.every(({ reminded_at }) => reminded_at === null)).toBe(true);
    const invited = await world.call(platform, requestEndpoints.invite, invite(early, emails));
    await mail.sender.sendDue();
    world.clock.advance(6 * 24 * 60 * minute);
    const still = await remind(await world.as(world.platformAdmin), invited);
    expect(still.schools.every(({ reminded_at }) => reminded_at === null)).toBe(true);
    world.clock.advance(24 * 60 * minute);
    const { administrator } = world.testDatabase;
    await administrator.query('update tenants set school_email = $2 where id = $1', [
      greenfield.tenant.id,
      registered?.email,
    ]);
    await administrator.query(
      `update email_messages set state = 'bounced' where to_address = $1 and kind = 'requests.invitation'`,
      [back?.email],
    );
    await administrator.query(
      `insert into mail_suppressions (address_mac, listed_address, reason, since, note) values ($1, 'o…@x', 'manual', $2, 'Asked us')`,
      [world.context.secretKey.sign('suppressed e-mail', declined?.email ?? ''), world.clock.now()],
    );
    const later = await world.as(world.platformAdmin);
    const second = await remind(later, still);
    expect(states(second)).toEqual(['invited', 'registered', 'returned', 'unreachable']);
    expect(second.schools.map(({ reminded_at }) => reminded_at !== null)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    await mail.sender.sendDue();
    world.clock.advance(30 * 24 * 60 * minute);
    const third = await remind(await world.as(world.platformAdmin), second);
    expect(third.schools[0]?.reminded_at).toBe(second.schools[0]?.reminded_at);
    await mail.sender.sendDue();
    expect(schools.map(({ email }) => lettersTo(email).length)).toEqual([2, 1, 1, 1]);
    const [first, last] = lettersTo(quiet?.email ?? '');
    expect(first?.text).toContain('we write about it once more at most');
    expect([last?.subject, last?.text]).toEqual([
      expect.stringContaining('Once more'),
      expect.stringContaining('We write about it no more'),
    ]);
  });

  it('is written to again by nobody of a school, unconfirmed, or beyond its rows', async () => {
    const list = await sendList(1);
    const { results } = await world.call(platform, requestEndpoints.list, {
      query: { search: list.reference, state: 'new' },
    });
    const params = { requestId: results[0]?.id ?? '' };
    const waiting = await world.call(platform, requestEndpoints.read, { params });
    const emails = list.schools.map(({ email }) => email);
    const refusal = async (by: Caller, request: RequestDetails, to: readonly string[]) =>
      (await world.refusal(by, requestEndpoints.remind, invite(request, to))).code;
    expect(await refusal(platform, waiting, emails)).toBe('requests.not_confirmed');
    const { request } = await confirmedList(1);
    expect(await refusal(platform, request, ['other@example.org'])).toBe('requests.not_listed');
    for (const school of [greenfield, riverside])
      expect(await refusal(await world.as(school.schoolAdmin), request, ['other@example.org'])).toBe(
        'request.forbidden',
      );
  });

  it('is invited by nobody before its sender confirmed it, after somebody else did something, or beyond its rows', async () => {
    const list = await sendList(1);
    const { results } = await world.call(platform, requestEndpoints.list, {
      query: { search: list.reference, state: 'new' },
    });
    const [listed] = results;
    const params = { requestId: listed?.id ?? '' };
    const waiting = await world.call(platform, requestEndpoints.read, { params });
    const emails = list.schools.map(({ email }) => email);
    const refusal = async (by: Caller, request: RequestDetails, to: readonly string[]) =>
      (await world.refusal(by, requestEndpoints.invite, invite(request, to))).code;
    expect(await refusal(platform, waiting, emails)).toBe('requests.not_confirmed');
    const { request, schools } = await confirmedList(1);
    const own = schools.map(({ email }) => email);
    expect(await refusal(platform, request, [...own, 'other@example.org'])).toBe('requests.not_listed');
    expect(await refusal(platform, { ...request, updated_at: '2026-01-01T00:00:00.000Z' }, own)).toBe(
      'requests.changed_since',
    );
    const office = await world.as(greenfield.schoolAdmin);
    expect(await refusal(office, request, own)).toBe('request.forbidden');
    await mail.sender.sendDue();
    expect(own.flatMap(lettersTo)).toEqual([]);
  });
});
