import sharp from 'sharp';
import { uuidv7 } from 'uuidv7';
import { afterEach, describe, expect, it } from 'vitest';
import { requestEndpoints } from '#contract/requests/requests.endpoints.ts';
import { requestLimits, type NewRequest } from '#contract/requests/requests.schema.ts';
import type { Caller } from '../support/api-world.ts';
import { mailboxOfFile, tokenIn } from '../support/mailbox.ts';
import { contactFields, makeRequests, travelling } from '../support/requests.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
const mail = mailboxOfFile(world);
const minute = 60_000;
const hour = 60 * minute;

// Limits of other tests are nobody's here.
afterEach(() => world.clock.advance(61 * minute));

const visitor = (host = greenfield.host) => world.as('visitor', host);
const office = () => world.as(greenfield.schoolAdmin);
const platform = () => world.as(world.platformAdmin);

type Fields = NewRequest extends infer Each
  ? Each extends NewRequest
    ? Omit<Each, 'id' | 'secret' | 'ticket' | 'proof' | 'website'>
    : never
  : never;

async function send(by: Caller, typed?: Fields) {
  const fields = typed ?? { ...contactFields, email: mail.newEmail() };
  const along = await travelling(world, by);
  const body = { ...along, ...fields } as NewRequest;
  return { ...along, body, ...(await world.call(by, requestEndpoints.send, { body })) };
}

const list = async (by: Caller, query: object = {}) =>
  (await world.call(by, requestEndpoints.list, { query: { limit: 100, ...query } })).results;
const found = async (by: Caller, reference: string, query: object = {}) =>
  (await list(by, query)).find((each) => each.reference === reference);
const one = (id: string) => ({ params: { requestId: id } });

const tour = (email: string) => ({
  kind: 'request-a-tour' as const,
  school: 'Hill School',
  role: 'Head',
  country: 'KE',
  pupils: 300,
  days: 'Any Tuesday',
  times: ['morning' as const],
  time_zone: 'Africa/Nairobi',
  name: 'Amina',
  email,
});

describe('a message to a school', () => {
  it('comes to its own office, and to nobody else', async () => {
    const { reference, state } = await send(await visitor());
    expect(reference).toMatch(/^Q-[0-9A-Z]{4}-[0-9A-Z]{2}$/u);
    expect(state).toBe('open');
    expect(await found(await office(), reference)).toMatchObject({
      kind: 'contact',
      name: 'Ada Shore',
      excerpt: 'I forgot my password.',
      doubt: 0,
      from_school: null,
    });
    expect(await found(await world.as(riverside.schoolAdmin), reference)).toBeUndefined();
    expect(await found(await platform(), reference)).toBeUndefined();
  });

  it('about a message of Dear World comes to the platform, with which one it is', async () => {
    const message = uuidv7();
    const { reference } = await send(await visitor(), {
      ...contactFields,
      about: 'book',
      email: mail.newEmail(),
      message,
    });
    expect(await found(await office(), reference)).toBeUndefined();
    const { id, from_school } = (await found(await platform(), reference)) ?? {};
    expect(from_school).toBe(greenfield.tenant.school_name);
    const read = await world.call(await platform(), requestEndpoints.read, one(id ?? ''));
    expect(read.fields).toMatchObject({ about: 'book', message });
  });

  it('is told to the office and to who wrote it, without what it says', async () => {
    await mail.sender.sendDue();
    const email = mail.newEmail();
    const { reference, secret } = await send(await visitor(), { ...contactFields, email });
    await mail.sender.sendDue();
    const toSender = mail.mailbox.lastTo(email);
    expect(toSender.text).toContain(
      `http://greenfield.localhost/contact?reference=${reference}#secret=${secret}`,
    );
    const toOffice = mail.mailbox.lastTo(greenfield.schoolAdmin.email ?? '');
    expect(toOffice.subject).toContain(reference);
    expect(toOffice.text).toContain('http://greenfield.localhost/admin-school/requests');
    expect(toOffice.text).not.toContain('I forgot my password');
  });

  it('is one, however often the same is sent', async () => {
    const by = await visitor();
    const { body, reference } = await send(by);
    world.clock.advance(3 * hour);
    expect(await world.call(by, requestEndpoints.send, { body })).toEqual({ reference, state: 'open' });
    // Another that knows its id does not.
    const other = { ...body, secret: 'x'.repeat(40), ticket: (await travelling(world, by)).ticket };
    expect(await world.refusal(by, requestEndpoints.send, { body: other })).toMatchObject({
      status: 409,
      code: 'requests.sent_before',
    });
  });

  it('needs a ticket of this place that was not used and is not old', async () => {
    const by = await visitor();
    const { body } = await send(by);
    const again = await travelling(world, by);
    const refusal = (change: object) =>
      world.refusal(by, requestEndpoints.send, { body: { ...body, ...again, ...change } });
    expect(await refusal({ ticket: body.ticket })).toMatchObject({ code: 'requests.sent_before' });
    expect(await refusal({ ticket: `${again.ticket}x` })).toMatchObject({ code: 'requests.ticket_old' });
    const there = await travelling(world, await visitor(riverside.host));
    expect(await refusal({ ticket: there.ticket })).toMatchObject({ code: 'requests.ticket_old' });
    world.clock.advance(requestLimits.ticketHours * hour);
    expect(await refusal({})).toMatchObject({ status: 409, code: 'requests.ticket_old' });
  });

  it('says at the field what is wrong', async () => {
    const by = await visitor();
    const body = { ...(await travelling(world, by)), ...contactFields, name: ' ', email: 'x', words: ' ' };
    expect(await world.refusal(by, requestEndpoints.send, { body })).toMatchObject({
      status: 400,
      errors: {
        name: ['Please enter your name'],
        email: ['Invalid email'],
        words: ['Please write your message'],
      },
    });
  });
});

describe('a guess at spam', () => {
  it('loses no message: what is in doubt comes last, and nobody is woken', async () => {
    await mail.sender.sendDue();
    const by = await visitor();
    const along = await travelling(world, by);
    const email = mail.newEmail();
    const words = 'Buy at https://a.example and http://b.example now';
    const body = { ...along, ...contactFields, words, email, proof: '', website: 'https://c.example' };
    const { reference } = await world.call(by, requestEndpoints.send, { body });
    const later = await send(by);
    const inOrder = (await list(await office())).map((each) => each.reference);
    expect(inOrder.indexOf(reference)).toBeGreaterThan(inOrder.indexOf(later.reference));
    expect(await found(await office(), reference)).toMatchObject({ doubt: 3 });
    await mail.sender.sendDue();
    expect(mail.mailbox.lastTo(greenfield.schoolAdmin.email ?? '').subject).toContain(later.reference);
  });

  it('is five messages of an address in an hour; the sixth hears so and can come later', async () => {
    const by = await visitor();
    const email = mail.newEmail();
    for (let sent = 0; sent < 5; sent += 1) await send(by, { ...contactFields, email, words: `Nr ${sent}` });
    const body = { ...(await travelling(world, by)), ...contactFields, email };
    expect(await world.refusal(by, requestEndpoints.send, { body })).toMatchObject({
      status: 429,
      code: 'request.too_many',
    });
    await send(await visitor(riverside.host), { ...contactFields, email });
    world.clock.advance(hour);
    expect(await send(by, { ...contactFields, email })).toMatchObject({ state: 'open' });
  });
});

describe('a picture of a problem', () => {
  const asText = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`;
  const problem = (picture = '') => ({
    kind: 'report-a-problem' as const,
    words: 'The page is white.',
    expected: '',
    name: '',
    email: '',
    context: {},
    picture,
  });
  const readAt = async (staff: Caller, reference: string) => {
    const listed = await found(staff, reference);
    return await world.call(staff, requestEndpoints.read, one(listed?.id ?? ''));
  };
  const screenshot = () =>
    sharp({ create: { width: 2000, height: 500, channels: 3, background: '#2060a0' } })
      .withMetadata({ exif: { IFD0: { Copyright: 'Canary of a camera' } } })
      .png()
      .toBuffer();

  it('comes with the words, drawn again and no larger than it has to be, and is seen by the platform alone', async () => {
    const sent = await screenshot();
    const by = await visitor();
    const { reference, body } = await send(by, problem(asText(sent)));
    // Its answer was lost, so it is sent once more.
    expect(await world.call(by, requestEndpoints.send, { body })).toMatchObject({ reference });
    const request = await readAt(await platform(), reference);
    expect(request.fields).not.toHaveProperty('picture');
    const [start, text = ''] = (request.picture ?? '').split(',');
    expect(start).toBe('data:image/jpeg;base64');
    const kept = Buffer.from(text, 'base64');
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 1600, height: 400 });
    expect(kept.includes('Canary of a camera')).toBe(false);
    expect(await found(await office(), reference)).toBeUndefined();
    const without = await send(by, problem());
    expect((await readAt(await platform(), without.reference)).picture).toBeNull();
  });

  it('that is none, is cut off or too large is named at its field, and nothing of it is kept', async () => {
    const by = await visitor();
    const whole = await screenshot();
    const refused = async (picture: string) => {
      const body = { ...(await travelling(world, by)), ...problem(picture) };
      return await world.refusal(by, requestEndpoints.send, { body });
    };
    for (const picture of [
      'javascript:alert(1)',
      asText(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'),
      asText(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      asText(whole.subarray(0, 60)),
      asText(Buffer.concat([whole, Buffer.alloc(requestLimits.picture)])),
    ]) {
      const { status, errors } = await refused(picture);
      expect([status, Object.keys(errors ?? {})]).toEqual([400, ['picture']]);
    }
    const { rows } = await world.testDatabase.administrator.query<{ count: number }>(
      'select count(*)::int as count from request_pictures where length(content) > 100000',
    );
    expect(rows).toEqual([{ count: 0 }]);
  });
});

describe('a request for a tour', () => {
  it('waits for its link, and then comes to the platform from whichever address it was sent', async () => {
    const by = await visitor();
    const email = mail.newEmail();
    const { reference, state, secret } = await send(by, tour(email));
    expect(state).toBe('new');
    expect(await found(await platform(), reference)).toBeUndefined();
    await mail.sender.sendDue();
    const letter = mail.mailbox.lastTo(email);
    expect(letter.text).toContain('http://greenfield.localhost/request-a-tour?confirm=1#token=');
    const body = { token: tokenIn(letter) };
    for (const _time of ['opened', 'opened again'])
      expect(await world.call(by, requestEndpoints.confirm, { body })).toEqual({
        kind: 'request-a-tour',
        reference,
      });
    expect(await found(await platform(), reference)).toMatchObject({
      state: 'open',
      from_school: greenfield.tenant.school_name,
    });
    expect(await found(await office(), reference)).toBeUndefined();
    await mail.sender.sendDue();
    const toPlatform = mail.mailbox.lastTo(world.platformAdmin.email);
    expect(toPlatform.text).toContain('http://localhost/admin-panel/requests');
    expect(await world.call(by, requestEndpoints.readState, { body: { reference, secret } })).toMatchObject({
      kind: 'request-a-tour',
      state: 'open',
      answer: null,
    });
  });

  it('is confirmed by nobody without the link, and not after a week', async () => {
    const by = await visitor();
    const email = mail.newEmail();
    await send(by, tour(email));
    await mail.sender.sendDue();
    const body = { token: tokenIn(mail.mailbox.lastTo(email)) };
    const refused = { status: 404, code: 'requests.link_refused' };
    expect(await world.refusal(by, requestEndpoints.confirm, { body: { token: 'guessed' } })).toMatchObject(
      refused,
    );
    world.clock.advance(requestLimits.linkHours * hour);
    expect(await world.refusal(by, requestEndpoints.confirm, { body })).toMatchObject(refused);
  });
});

describe('how far a request is', () => {
  it('hears who has its secret, on its own host', async () => {
    const by = await visitor();
    const { reference, secret } = await send(by);
    const asked = (as: Caller, body: { reference: string; secret: string }) =>
      world.refusal(as, requestEndpoints.readState, { body });
    const nothing = { status: 404, code: 'requests.not_found' };
    expect(await asked(by, { reference, secret: 'x'.repeat(40) })).toMatchObject(nothing);
    expect(await asked(await visitor(riverside.host), { reference, secret })).toMatchObject(nothing);
    expect(await world.call(by, requestEndpoints.readState, { body: { reference, secret } })).toMatchObject({
      state: 'open',
    });
  });
});

describe('those who answer', () => {
  it('answer by email, and who wrote reads it at the link as well', async () => {
    const by = await visitor();
    const email = mail.newEmail();
    const { reference, secret } = await send(by, { ...contactFields, email });
    const staff = await office();
    const listed = await found(staff, reference);
    const request = await world.call(staff, requestEndpoints.read, one(listed?.id ?? ''));
    expect(request.fields).toEqual({ about: 'account', words: 'I forgot my password.' });
    world.clock.advance(minute);
    const body = { seen: request.updated_at, words: 'Your teacher can give you a new one.' };
    const input = { ...one(request.id), body };
    expect(await world.call(staff, requestEndpoints.answer, input)).toMatchObject({
      state: 'answered',
      answer: body.words,
      answered_by: { id: greenfield.schoolAdmin.id },
    });
    await mail.sender.sendDue();
    // They are sent side by side: that it arrived, and the answer.
    const letters = mail.mailbox.mails.filter(({ to }) => to.address === email).map(({ text }) => text);
    expect(letters.filter((text) => text.includes('Your teacher can give you a new one.'))).toHaveLength(1);
    expect(await world.call(by, requestEndpoints.readState, { body: { reference, secret } })).toMatchObject({
      state: 'answered',
      answer: body.words,
    });
    // Who saw it before that decides about something else.
    expect(await world.refusal(staff, requestEndpoints.answer, input)).toMatchObject({
      status: 409,
      code: 'requests.changed_since',
    });
  });

  it('take it, close it, say that nobody meant it, and open it again', async () => {
    const staff = await office();
    const [made] = await makeRequests(world, greenfield, { count: 1 });
    let { updated_at: seen } = made ?? { updated_at: '' };
    const id = made?.id ?? '';
    const next = async (call: () => Promise<{ updated_at: string }>) => {
      world.clock.advance(minute);
      const answer = await call();
      seen = answer.updated_at;
      return answer;
    };
    expect(
      await next(() =>
        world.call(staff, requestEndpoints.assign, { ...one(id), body: { seen, to_me: true } }),
      ),
    ).toMatchObject({ assigned_to: { id: greenfield.schoolAdmin.id } });
    for (const state of ['spam', 'open', 'closed'] as const)
      expect(
        await next(() => world.call(staff, requestEndpoints.decide, { ...one(id), body: { seen, state } })),
      ).toMatchObject({ state });
    expect(await found(staff, made?.reference ?? '', { state: 'closed' })).toBeDefined();
    const { rows } = await world.testDatabase.administrator.query<{ action: string }>(
      'select action from audit_entries where subject_id = $1 order by created_at, id',
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'requests.assigned',
      'requests.marked_spam',
      'requests.reopened',
      'requests.closed',
    ]);
  });

  it('answer nobody who gave no address, and nothing that was not confirmed', async () => {
    const by = await visitor('localhost');
    const problem = await send(by, {
      kind: 'report-a-problem',
      words: 'The page is white.',
      expected: '',
      name: '',
      email: '',
      picture: '',
      context: { page: '/library', unsent: 3 },
    });
    const staff = await world.as(world.platformAdmin);
    const listed = await found(staff, problem.reference);
    expect(listed).toMatchObject({ name: '', email: null });
    const read = await world.call(staff, requestEndpoints.read, one(listed?.id ?? ''));
    expect(read.fields).toMatchObject({ context: { page: '/library', unsent: 3 } });
    const answer = (id: string, seen: string) =>
      world.refusal(staff, requestEndpoints.answer, { ...one(id), body: { seen, words: 'Thank you.' } });
    expect(await answer(read.id, read.updated_at)).toMatchObject({ code: 'requests.no_address' });
    const { reference } = await send(by, tour(mail.newEmail()));
    const waiting = await found(staff, reference, { state: 'new' });
    expect(await answer(waiting?.id ?? '', waiting?.updated_at ?? '')).toMatchObject({
      code: 'requests.not_confirmed',
    });
  });

  it('find one by its reference, its address or a part of the name', async () => {
    const email = mail.newEmail();
    const { reference } = await send(await visitor(), { ...contactFields, name: 'Zora Quill', email });
    const staff = await office();
    for (const search of [reference.toLowerCase(), email.toUpperCase(), 'quill'])
      expect(await found(staff, reference, { search })).toBeDefined();
    expect(await found(staff, reference, { search: 'nobody' })).toBeUndefined();
    expect(await found(staff, reference, { kind: 'request-a-tour' })).toBeUndefined();
  });
});
