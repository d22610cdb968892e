import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { pictureMessage, recordingMessage } from '#contract/sync/grants.rules.ts';
import { recordingsIn } from '#contract/works/document.rules.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import type { WorkKind } from '#contract/works/works.schema.ts';
import { recordingLimits, recordingTypes } from '#contract/works/recording-limits.schema.ts';
import { assetPath } from '#contract/works/works.rules.ts';
import { pictureEndpoints } from '#contract/writing/pictures.endpoints.ts';
import { recordingEndpoints } from '#contract/writing/recordings.endpoints.ts';
import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import { writingEndpoints } from '#contract/writing/writing.endpoints.ts';
import { permit, setPrivacy } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { anotherChild, beginWork, type BegunWork } from '../support/authors.ts';
import { SigningTablet } from '../support/grants.ts';
import { photograph } from '../support/pictures.ts';
import { mp4, recordingOf, voice, webm, type TestRecording } from '../support/recordings.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

const child = () => anotherChild(world, greenfield);
const begin = (author: Caller, kind?: WorkKind) =>
  beginWork(world, author, { title: 'The song', ...(kind && { kind }) });
type Story = BegunWork;

const input = ({ id }: Story, { sha256, file }: TestRecording) => ({
  params: { workId: id, sha256 },
  body: { recording: file },
});
const send = (author: Caller, story: Story, recording: TestRecording) =>
  world.call(author, recordingEndpoints.send, input(story, recording));
const refused = (author: Caller, story: Story, recording: TestRecording) =>
  world.refusal(author, recordingEndpoints.send, input(story, recording));

const block = ({ sha256 }: TestRecording) =>
  ({ type: 'recording', attrs: { sha256, alt: 'I sing', seconds: 4 } }) as const;

/** Saves that the story has this, and nothing else. @returns the version */
async function show(
  author: Caller,
  { id, chapterId }: Story,
  content: WorkDocument['content'],
  based_on: string | null = null,
): Promise<string> {
  const version = uuidv7();
  await world.call(author, writingEndpoints.saveChapter, {
    params: { workId: id, chapterId },
    body: { version, based_on, title: '', document: { type: 'doc', content } },
  });
  return version;
}

async function publish(author: Caller, teacher: Caller, { id, chapterId }: Story): Promise<void> {
  const params = { workId: id };
  await world.call(author, writingEndpoints.change, { params, body: { visibility: 'public' } });
  await world.call(author, writingEndpoints.handIn, { params, body: { chapters: [chapterId] } });
  await world.call(teacher, reviewEndpoints.approve, { params, body: {} });
  await world.call(teacher, reviewEndpoints.publish, { params, body: {} });
}

const fetchAs = (caller: Caller, sha256: string, range?: string) =>
  world.app.inject({
    method: 'GET',
    url: assetPath(sha256),
    headers: {
      host: caller.host,
      ...(caller.access !== null && { authorization: `Bearer ${caller.access}` }),
      ...(range !== undefined && { range }),
    },
  });
const statusAs = async (caller: Caller, { sha256 }: { sha256: string }) =>
  (await fetchAs(caller, sha256)).statusCode;

const kept = async () => {
  const { rows } = await world.testDatabase.administrator.query<{ assets: number; sent: number }>(
    'select (select count(*)::int from assets) as assets, (select count(*)::int from sent_pictures) as sent',
  );
  return rows[0];
};

describe('a recording of an author', () => {
  it.each(recordingTypes)('arrives once, byte for byte, however often it is sent: %s', async (type) => {
    const author = await world.as(greenfield.student);
    const story = await begin(author);
    const recording = voice(type);
    await send(author, story, recording);
    const before = await kept();
    expect(await send(author, story, recording)).toEqual({ sha256: recording.sha256 });
    expect(await kept()).toEqual(before);
    const answer = await fetchAs(author, recording.sha256);
    expect(new Uint8Array(answer.rawPayload)).toEqual(recording.bytes);
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
    });
  });

  it('is fetched in parts', async () => {
    const author = await world.as(greenfield.student);
    const story = await begin(author);
    const recording = voice();
    await send(author, story, recording);
    const { length } = recording.bytes;
    for (const [range, from, to] of [
      ['bytes=0-1', 0, 1],
      ['bytes=10-', 10, length - 1],
      ['bytes=-5', length - 5, length - 1],
      [`bytes=3-${length * 2}`, 3, length - 1],
      [`bytes=-${length * 2}`, 0, length - 1],
    ] as const) {
      const answer = await fetchAs(author, recording.sha256, range);
      expect(answer.statusCode).toBe(206);
      expect(answer.headers['content-range']).toBe(`bytes ${from}-${to}/${length}`);
      expect(new Uint8Array(answer.rawPayload)).toEqual(recording.bytes.slice(from, to + 1));
    }
    for (const range of [`bytes=${length}-`, 'bytes=-0'])
      expect(await fetchAs(author, recording.sha256, range)).toMatchObject({
        statusCode: 416,
        headers: { 'content-range': `bytes */${length}` },
      });
    for (const range of ['bytes=5-2', 'bytes=0-1,4-5', 'letters=1-2', 'bytes=-'])
      expect((await fetchAs(author, recording.sha256, range)).rawPayload.length).toBe(length);
    const other = await world.as(greenfield.otherTeacher);
    expect((await fetchAs(other, recording.sha256, 'bytes=0-1')).statusCode).toBe(404);
  });

  it('is heard by whoever sees the story it stands in, and by its author alone before', async () => {
    const author = await world.as(greenfield.student);
    const teacher = await world.as(greenfield.teacher);
    const strangers = await Promise.all(
      [await child(), greenfield.otherTeacher, riverside.student, riverside.schoolAdmin].map((person) =>
        world.as(person),
      ),
    );
    const story = await begin(author);
    const recording = voice();
    await send(author, story, recording);
    expect(await statusAs(teacher, recording)).toBe(404);
    const version = await show(author, story, [block(recording)]);
    expect(await statusAs(teacher, recording)).toBe(200);
    for (const stranger of strangers) expect(await statusAs(stranger, recording)).toBe(404);
    const { recordings, pictures, picture_bytes } = await world.call(teacher, workEndpoints.read, {
      params: { workId: story.id },
    });
    expect({ recordings, pictures, picture_bytes }).toEqual({
      recordings: [{ sha256: recording.sha256, media_type: 'audio/webm', alt: 'I sing' }],
      pictures: [],
      picture_bytes: recording.bytes.length,
    });
    await show(author, story, [{ type: 'paragraph' }], version);
    expect(await statusAs(teacher, recording)).toBe(404);
    expect(await statusAs(author, recording)).toBe(200);
  });

  it('is not of whoever only knows its hash', async () => {
    const author = await world.as(greenfield.student);
    const secret = voice();
    const story = await begin(author);
    await send(author, story, secret);
    for (const person of [await child(), riverside.student]) {
      const thief = await world.as(person);
      const own = await begin(thief);
      await show(thief, own, [block(secret)]);
      expect(await statusAs(thief, secret)).toBe(404);
    }
  });

  it('is sent by the author of the story alone', async () => {
    const story = await begin(await world.as(greenfield.student));
    const before = await kept();
    for (const person of [await child(), greenfield.teacher, greenfield.schoolAdmin, riverside.student])
      expect(await refused(await world.as(person), story, voice())).toMatchObject({
        status: 404,
        code: 'recordings.no_story',
      });
    expect(await kept()).toEqual(before);
  });

  it('is taken by its bytes, whatever it is said to be', async () => {
    const author = await world.as(greenfield.student);
    const story = await begin(author);
    const before = await kept();
    for (const bad of [
      { ...voice(), sha256: '0'.repeat(64) },
      recordingOf((await photograph('teal')).bytes),
      recordingOf(webm({ type: 1, codec: 'V_VP9' })),
      recordingOf(webm({ docType: 'w'.repeat(2 ** 20) })),
      recordingOf(mp4({ handler: 'vide', codec: 'avc1' }), 'audio/mp4'),
      recordingOf(Buffer.concat([mp4(), Buffer.from('<script>')]), 'audio/mp4'),
      recordingOf(Buffer.from('<html>'), 'audio/ogg'),
      recordingOf(Buffer.alloc(0)),
    ])
      expect(await refused(author, story, bad)).toMatchObject({ status: 400, code: 'recordings.unreadable' });
    expect(await refused(author, story, recordingOf(Buffer.alloc(recordingLimits.bytes + 1)))).toMatchObject({
      status: 413,
    });
    expect(await refused(author, story, recordingOf(webm(), 'audio/wav'))).toMatchObject({
      status: 400,
      code: 'request.invalid',
    });
    expect(await kept()).toEqual(before);
    // What it is indeed is what it is served as.
    const renamed = recordingOf(mp4(), 'audio/webm');
    await send(author, story, renamed);
    expect((await fetchAs(author, renamed.sha256)).headers['content-type']).toBe('audio/mp4');
  });

  it('is one of so many that a story can have, whatever pictures it has', async () => {
    const author = await world.as(greenfield.student);
    const story = await begin(author);
    const { administrator } = world.testDatabase;
    await administrator.query(
      `with made as (
         insert into assets (tenant_id, sha256, media_type, content)
         select $1, sha256(('voice ' || n)::bytea), 'audio/webm', '\\x00' from generate_series(2, ${recordingLimits.perStory}) as n
         returning tenant_id, sha256
       ) insert into sent_pictures select tenant_id, $2, sha256, now() from made`,
      [greenfield.tenant.id, story.id],
    );
    const last = voice();
    await send(author, story, last);
    expect(await refused(author, story, voice())).toMatchObject({ status: 409, code: 'recordings.too_many' });
    expect(await send(author, story, last)).toEqual({ sha256: last.sha256 });
  });
});

describe('a child’s voice before strangers', () => {
  it('is left out of what is public, and photographs too, until a guardian has said yes to each', async () => {
    const person = await child();
    const author = await world.as(person);
    const teacher = await world.as(greenfield.teacher);
    const visitor = await world.as('visitor', greenfield.host);
    const elsewhere = await world.as(riverside.student);
    const mate = await world.as(greenfield.student);
    const story = await begin(author);
    const params = { workId: story.id };
    const recording = voice();
    const photo = await photograph('maroon');
    const drawing = await photograph('navy', { format: 'png' });
    await send(author, story, recording);
    // The type of a file says nothing of how it was made.
    const scan = await photograph('olive', { format: 'png' });
    const sketch = await photograph('teal');
    const made = [
      [photo, { made: 'photograph' }],
      [scan, {}],
      [drawing, { made: 'drawing' }],
      [sketch, { made: 'drawing' }],
    ] as const;
    for (const [{ sha256, file }, how] of made)
      await world.call(author, pictureEndpoints.send, {
        params: { workId: story.id, sha256 },
        body: { picture: file, ...how },
      });
    const picture = (sha256: string) =>
      ({ type: 'picture', attrs: { sha256, alt: 'A kite', width: 'full' } }) as const;
    await show(author, story, [block(recording), ...made.map(([{ sha256 }]) => picture(sha256))]);
    await setPrivacy(world.context, greenfield.tenant, [person.id], 'public');
    await permit(world.context, greenfield.tenant, [person.id], ['public']);
    await publish(author, teacher, story);

    /** What a reader is shown of it, told by their hashes, and what they may fetch. */
    const seenBy = async (reader: Caller) => {
      const { recordings, pictures } = await world.call(reader, workEndpoints.read, { params });
      const page = await world.call(reader, workEndpoints.listChapters, { params, query: {} });
      const blocks = page.results.flatMap(({ document }) => document.content.map(({ type }) => type));
      const shown = [...recordings, ...pictures].map(({ sha256 }) => sha256);
      const fetched: string[] = [];
      for (const { sha256 } of [recording, photo, scan, drawing, sketch])
        if ((await statusAs(reader, { sha256 })) === 200) fetched.push(sha256);
      return { shown: shown.toSorted(), fetched: fetched.toSorted(), blocks };
    };
    const of = (...assets: readonly { sha256: string }[]) => assets.map(({ sha256 }) => sha256).toSorted();
    const all = of(recording, photo, scan, drawing, sketch);
    expect(await seenBy(mate)).toEqual({
      shown: all,
      fetched: all,
      blocks: ['recording', 'picture', 'picture', 'picture', 'picture'],
    });
    expect(await seenBy(visitor)).toEqual({
      shown: of(drawing, sketch),
      fetched: of(drawing, sketch),
      blocks: ['picture', 'picture'],
    });
    // What not everybody may have, no cache between here and there keeps.
    const cached = await fetchAs(mate, recording.sha256);
    expect(cached.headers['cache-control']).toBe('private, no-cache');

    await permit(world.context, greenfield.tenant, [person.id], ['voice']);
    expect(await seenBy(visitor)).toEqual({
      shown: of(recording, drawing, sketch),
      fetched: of(recording, drawing, sketch),
      blocks: ['recording', 'picture', 'picture'],
    });
    await permit(world.context, greenfield.tenant, [person.id], ['picture']);
    expect((await seenBy(visitor)).shown).toEqual(all);
    // The word may be taken back, and the work may be taken down: caches ask again.
    const keptFor = async ({ sha256 }: { sha256: string }) =>
      (await fetchAs(visitor, sha256)).headers['cache-control'];
    for (const each of [recording, photo, scan, drawing, sketch])
      expect(await keptFor(each)).toBe('public, no-cache');
    // A token of another school is nobody here.
    expect(await statusAs({ ...elsewhere, host: riverside.host }, recording)).toBe(404);
  });

  it.each(['story', 'book'] as const)(
    'is left out with the words for it where it never came, or came when the teacher had the %s',
    async (kind) => {
      const person = await child();
      const author = await world.as(person);
      const visitor = await world.as('visitor', greenfield.host);
      const story = await begin(author, kind);
      const params = { workId: story.id };
      const [heard, late, never] = [voice(), voice(), voice()];
      await send(author, story, heard);
      await show(author, story, [heard, late, never].map(block));
      await setPrivacy(world.context, greenfield.tenant, [person.id], 'public');
      await permit(world.context, greenfield.tenant, [person.id], ['public', 'voice']);
      await publish(author, await world.as(greenfield.teacher), story);
      await send(author, story, late);
      const hashesFor = async (reader: Caller) => {
        const list = kind === 'book' ? workEndpoints.listPages : workEndpoints.listChapters;
        const { results } = await world.call(reader, list, { params, query: {} });
        return results.flatMap(({ document }) => recordingsIn(document)).map(({ sha256 }) => sha256);
      };
      expect(await hashesFor(visitor)).toEqual([heard.sha256]);
      expect(await hashesFor(author)).toEqual([heard, late, never].map(({ sha256 }) => sha256));
      expect(
        await world.refusal(await world.as(riverside.student), workEndpoints.read, { params }),
      ).toMatchObject({ status: 404 });
    },
  );

  it('leaves an empty page where it was all that stood there', async () => {
    const person = await child();
    const author = await world.as(person);
    const story = await begin(author);
    const recording = voice();
    await send(author, story, recording);
    await show(author, story, [block(recording)]);
    await setPrivacy(world.context, greenfield.tenant, [person.id], 'public');
    await permit(world.context, greenfield.tenant, [person.id], ['public']);
    await publish(author, await world.as(greenfield.teacher), story);
    const visitor = await world.as('visitor', greenfield.host);
    const { results } = await world.call(visitor, workEndpoints.listChapters, {
      params: { workId: story.id },
      query: {},
    });
    expect(results.map(({ document }) => document.content)).toEqual([[{ type: 'paragraph' }]]);
  });
});

describe('a recording that a tablet sends for a child who has left', () => {
  it('is the child’s, and is signed for nothing else', async () => {
    const author = await world.as(greenfield.student);
    const tablet = new SigningTablet();
    const { grant_id } = await tablet.grantFor(world, greenfield.student);
    const story = await begin(author);
    const recording = voice();
    const ask = (message: string) => ({
      params: { workId: story.id, sha256: recording.sha256 },
      body: { grant_id, signature: tablet.signMessage(message), recording: recording.file },
    });
    const nobody = { host: greenfield.host, access: null };
    for (const message of [
      pictureMessage(grant_id, story.id, recording.sha256),
      recordingMessage(grant_id, story.id, '0'.repeat(64)),
    ])
      expect(await world.refusal(nobody, recordingEndpoints.sendByGrant, ask(message))).toMatchObject({
        status: 401,
        code: 'sync.grant_refused',
      });
    const signed = ask(recordingMessage(grant_id, story.id, recording.sha256));
    await world.call(nobody, recordingEndpoints.sendByGrant, signed);
    expect(new Uint8Array((await fetchAs(author, recording.sha256)).rawPayload)).toEqual(recording.bytes);
    expect(
      await world.refusal({ ...nobody, host: riverside.host }, recordingEndpoints.sendByGrant, signed),
    ).toMatchObject({ status: 401 });
  });
});
