import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { grantMessage, pictureMessage } from '#contract/sync/grants.rules.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { pictureLimits } from '#contract/works/picture-limits.schema.ts';
import { assetPath } from '#contract/works/works.rules.ts';
import { pictureEndpoints } from '#contract/writing/pictures.endpoints.ts';
import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import { writingEndpoints } from '#contract/writing/writing.endpoints.ts';
import { grantRevocation } from '#server/modules/sync/grants.service.ts';
import { inTenant } from '#server/platform/database.ts';
import { setPrivacy } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { anotherChild, beginWork, type BegunWork } from '../support/authors.ts';
import { SigningTablet } from '../support/grants.ts';
import { photograph, pictureOf, type TestPicture } from '../support/pictures.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

const classmate = () => anotherChild(world, greenfield);
const begin = (author: Caller) => beginWork(world, author);
type Story = BegunWork;

const send = (author: Caller, { id }: Story, { sha256, file }: TestPicture) =>
  world.call(author, pictureEndpoints.send, { params: { workId: id, sha256 }, body: { picture: file } });

const refused = (author: Caller, { id }: Story, { sha256, file }: TestPicture) =>
  world.refusal(author, pictureEndpoints.send, { params: { workId: id, sha256 }, body: { picture: file } });

const showing = (sha256s: readonly string[]): WorkDocument => ({
  type: 'doc',
  content: [
    { type: 'paragraph', content: [{ type: 'text', text: 'Look.' }] },
    ...sha256s.map((sha256) => ({
      type: 'picture' as const,
      attrs: { sha256, alt: 'A kite', width: 'full' as const },
    })),
  ],
});

/** Saves that the story shows these. @returns the version */
async function show(
  author: Caller,
  { id, chapterId }: Story,
  pictures: readonly TestPicture[],
  based_on: string | null = null,
): Promise<string> {
  const version = uuidv7();
  await world.call(author, writingEndpoints.saveChapter, {
    params: { workId: id, chapterId },
    body: { version, based_on, title: '', document: showing(pictures.map(({ sha256 }) => sha256)) },
  });
  return version;
}

const handIn = (author: Caller, { id, chapterId }: Story) =>
  world.call(author, writingEndpoints.handIn, { params: { workId: id }, body: { chapters: [chapterId] } });

const fetchAs = (caller: Caller, { sha256 }: TestPicture) =>
  world.app.inject({
    method: 'GET',
    url: assetPath(sha256),
    headers: {
      host: caller.host,
      ...(caller.access !== null && { authorization: `Bearer ${caller.access}` }),
    },
  });

const statusAs = async (caller: Caller, picture: TestPicture) => (await fetchAs(caller, picture)).statusCode;

const kept = async () => {
  const { rows } = await world.testDatabase.administrator.query<{ assets: number; sent: number }>(
    'select (select count(*)::int from assets) as assets, (select count(*)::int from sent_pictures) as sent',
  );
  return rows[0];
};

describe('a picture of an author', () => {
  it('arrives once, byte for byte, however often it is sent', async () => {
    const author = await world.as(greenfield.student);
    const story = await begin(author);
    for (const format of ['jpeg', 'png'] as const) {
      const picture = await photograph('orchid', { format });
      await send(author, story, picture);
      const before = await kept();
      expect(await send(author, story, picture)).toEqual({ sha256: picture.sha256 });
      expect(await kept()).toEqual(before);
      const answer = await fetchAs(author, picture);
      expect(new Uint8Array(answer.rawPayload)).toEqual(picture.bytes);
      expect(answer.headers).toMatchObject({
        'content-type': `image/${format}`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('is seen by whoever sees the story it stands in, and by its author alone before', async () => {
    const author = await world.as(greenfield.student);
    const teacher = await world.as(greenfield.teacher);
    const others = await Promise.all(
      [await classmate(), greenfield.otherTeacher, riverside.student, riverside.schoolAdmin].map((person) =>
        world.as(person),
      ),
    );
    const visitor = await world.as('visitor', greenfield.host);
    const story = await begin(author);
    const picture = await photograph('teal');
    await send(author, story, picture);
    expect(await statusAs(author, picture)).toBe(200);
    expect(await statusAs(teacher, picture)).toBe(404);

    const version = await show(author, story, [picture]);
    expect(await statusAs(teacher, picture)).toBe(200);
    for (const other of [...others, visitor]) expect(await statusAs(other, picture)).toBe(404);

    await handIn(author, story);
    await setPrivacy(world.context, greenfield.tenant, [greenfield.student.id], 'community');
    const { pictures } = await world.call(teacher, workEndpoints.read, { params: { workId: story.id } });
    expect(pictures).toEqual([
      { sha256: picture.sha256, media_type: 'image/jpeg', width: 40, height: 30, alt: 'A kite' },
    ]);
    await world.call(teacher, reviewEndpoints.approve, { params: { workId: story.id }, body: {} });
    await world.call(teacher, reviewEndpoints.publish, { params: { workId: story.id }, body: {} });
    const [ida, otherTeacher, ...elsewhere] = others;
    for (const reader of [ida, otherTeacher]) expect(await statusAs(reader ?? visitor, picture)).toBe(200);
    for (const stranger of [visitor, ...elsewhere]) expect(await statusAs(stranger, picture)).toBe(404);

    // Withdrawn and taken out of the text, it is its author's again.
    await world.call(teacher, reviewEndpoints.withdraw, {
      params: { workId: story.id },
      body: { reason: 'Let us look at it once more.' },
    });
    expect(await statusAs(ida ?? visitor, picture)).toBe(404);
    await show(author, story, [], version);
    expect(await statusAs(teacher, picture)).toBe(404);
    expect(await statusAs(author, picture)).toBe(200);
  });

  it('shows nothing to whoever only knows its hash', async () => {
    const author = await world.as(greenfield.student);
    const secret = await photograph('crimson');
    const story = await begin(author);
    await send(author, story, secret);
    await show(author, story, [secret]);
    for (const person of [await classmate(), riverside.student]) {
      const thief = await world.as(person);
      const own = await begin(thief);
      await show(thief, own, [secret]);
      expect(await statusAs(thief, secret)).toBe(404);
      const { pictures } = await world.call(thief, workEndpoints.read, { params: { workId: own.id } });
      expect(pictures).toEqual([]);
    }
  });

  it('is each one’s own where two made the same', async () => {
    const picture = await photograph('gold');
    for (const person of [greenfield.student, await classmate(), riverside.student]) {
      const author = await world.as(person);
      const story = await begin(author);
      await send(author, story, picture);
      expect(await statusAs(author, picture)).toBe(200);
    }
  });

  it('is sent by the author of the story alone', async () => {
    const story = await begin(await world.as(greenfield.student));
    const picture = await photograph('navy');
    const before = await kept();
    for (const person of [await classmate(), greenfield.teacher, greenfield.schoolAdmin, riverside.student])
      expect(await refused(await world.as(person), story, picture)).toMatchObject({
        status: 404,
        code: 'pictures.no_story',
      });
    expect(await kept()).toEqual(before);
  });

  it('is taken as nothing but pixels under its own hash', async () => {
    const author = await world.as(greenfield.student);
    const story = await begin(author);
    const good = await photograph('tan');
    const withPlace = await sharp(good.bytes)
      .withExif({ IFD0: { Copyright: 'Zoe Fern' } })
      .jpeg()
      .toBuffer();
    const broken = good.bytes.slice();
    broken.fill(0xff, broken.length - 40, broken.length - 2);
    const before = await kept();
    for (const bad of [
      { ...good, sha256: '0'.repeat(64) },
      pictureOf(withPlace),
      pictureOf(Buffer.concat([good.bytes, Buffer.from('<script>')])),
      pictureOf(broken),
      pictureOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png'),
      pictureOf(await sharp(good.bytes).webp().toBuffer()),
      pictureOf(await sharp(good.bytes).gif().toBuffer(), 'image/png'),
      pictureOf(bomb(), 'image/png'),
      await photograph('tan', { width: pictureLimits.side + 1 }),
      pictureOf(Buffer.alloc(0), 'image/png'),
    ])
      expect(await refused(author, story, bad)).toMatchObject({ status: 400, code: 'pictures.unreadable' });
    const tooLarge = pictureOf(Buffer.alloc(pictureLimits.bytes + 1), 'image/png');
    expect(await refused(author, story, tooLarge)).toMatchObject({ status: 413 });
    const elsewise = { ...good, file: new File([good.bytes], 'picture', { type: 'image/svg+xml' }) };
    expect(await refused(author, story, elsewise)).toMatchObject({ status: 400, code: 'request.invalid' });
    expect(await kept()).toEqual(before);
  });

  it('does not get into what the teacher has, until it is handed in again', async () => {
    const author = await world.as(greenfield.student);
    const teacher = await world.as(greenfield.teacher);
    const story = await begin(author);
    const late = await photograph('olive');
    await show(author, story, [late]);
    await handIn(author, story);
    await send(author, story, late);
    expect(await statusAs(teacher, late)).toBe(404);
    await world.call(author, writingEndpoints.takeBack, { params: { workId: story.id } });
    await handIn(author, story);
    expect(await statusAs(teacher, late)).toBe(200);
  });

  it('makes a story by itself: one of pictures alone can be handed in', async () => {
    const author = await world.as(greenfield.student);
    const story = await begin(author);
    const picture = await photograph('plum');
    await send(author, story, picture);
    await world.call(author, writingEndpoints.saveChapter, {
      params: { workId: story.id, chapterId: story.chapterId },
      body: {
        version: uuidv7(),
        based_on: null,
        title: '',
        document: {
          type: 'doc',
          content: [{ type: 'picture', attrs: { sha256: picture.sha256, alt: '', width: 'full' } }],
        },
      },
    });
    expect(await handIn(author, story)).toEqual({ id: story.id });
  });

  it('is one of so many that a story can have', async () => {
    const author = await world.as(greenfield.student);
    const story = await begin(author);
    const first = await photograph('linen');
    await send(author, story, first);
    await world.testDatabase.administrator.query(
      `insert into assets (tenant_id, sha256, media_type, content, width, height)
         select $1, sha256(n::text::bytea), 'image/png', '\\x00', 1, 1 from generate_series(2, $3) as n;`.replace(
        '$3',
        String(pictureLimits.perStory),
      ),
      [greenfield.tenant.id],
    );
    await world.testDatabase.administrator.query(
      `insert into sent_pictures select $1, $2, sha256(n::text::bytea), now() from generate_series(2, ${pictureLimits.perStory}) as n`,
      [greenfield.tenant.id, story.id],
    );
    expect(await refused(author, story, await photograph('sienna'))).toMatchObject({
      status: 409,
      code: 'pictures.too_many',
    });
    expect(await send(author, story, first)).toEqual({ sha256: first.sha256 });
  });
});

describe('a picture that a tablet sends for a child who has left', () => {
  async function left() {
    const author = await world.as(greenfield.student);
    const tablet = new SigningTablet();
    const { grant_id } = await tablet.grantFor(world, greenfield.student);
    return { author, tablet, grant_id, story: await begin(author) };
  }

  it('is the child’s, as if the child had sent it', async () => {
    const { author, tablet, grant_id, story } = await left();
    const picture = await photograph('salmon');
    const signature = tablet.signMessage(pictureMessage(grant_id, story.id, picture.sha256));
    await world.call({ host: greenfield.host, access: null }, pictureEndpoints.sendByGrant, {
      params: { workId: story.id, sha256: picture.sha256 },
      body: { grant_id, signature, picture: picture.file },
    });
    expect(new Uint8Array((await fetchAs(author, picture)).rawPayload)).toEqual(picture.bytes);
  });

  it('is refused where the signature is of anything else, or the story another’s', async () => {
    const { tablet, grant_id, story } = await left();
    const picture = await photograph('khaki');
    const other = await photograph('coral');
    const theirs = await begin(await world.as(riverside.student));
    const message = pictureMessage(grant_id, story.id, picture.sha256);
    const ask = (signature: string, sent = picture, workId = story.id, host = greenfield.host) =>
      world.refusal({ host, access: null }, pictureEndpoints.sendByGrant, {
        params: { workId, sha256: sent.sha256 },
        body: { grant_id, signature, picture: sent.file },
      });
    const noGrant = { status: 401, code: 'sync.grant_refused' };
    expect(await ask(new SigningTablet().signMessage(message))).toMatchObject(noGrant);
    expect(await ask(tablet.signMessage(message), other)).toMatchObject(noGrant);
    expect(await ask(tablet.signMessage(message), picture, theirs.id)).toMatchObject(noGrant);
    expect(await ask(tablet.signMessage(grantMessage(grant_id, message)))).toMatchObject(noGrant);
    expect(await ask(tablet.signMessage(message), picture, story.id, riverside.host)).toMatchObject(noGrant);
    const forTheirs = tablet.signMessage(pictureMessage(grant_id, theirs.id, picture.sha256));
    expect(await ask(forTheirs, picture, theirs.id)).toMatchObject({ code: 'pictures.no_story' });
    expect(await ask(tablet.signMessage(message), { ...picture, file: other.file })).toMatchObject({
      code: 'pictures.unreadable',
    });
  });

  it('stays on the tablet once the grant was taken back', async () => {
    const { tablet, grant_id, story } = await left();
    const picture = await photograph('peru');
    await inTenant(world.testDatabase.database, greenfield.tenant.id, (transaction) =>
      grantRevocation.revoke(
        {
          transaction,
          now: world.clock.now(),
          actor: {
            id: greenfield.teacher.id,
            tenant_id: greenfield.tenant.id,
            role: 'teacher',
            session_id: uuidv7(),
          },
        },
        [greenfield.student.id],
        'card_replaced',
      ),
    );
    const before = await kept();
    const signature = tablet.signMessage(pictureMessage(grant_id, story.id, picture.sha256));
    expect(
      await world.refusal({ host: greenfield.host, access: null }, pictureEndpoints.sendByGrant, {
        params: { workId: story.id, sha256: picture.sha256 },
        body: { grant_id, signature, picture: picture.file },
      }),
    ).toMatchObject({ status: 403, code: 'pictures.owner_away' });
    expect(await kept()).toEqual(before);
  });
});

/** A few hundred bytes that say they are 30,000 pixels wide and high. */
function bomb(): Buffer {
  const chunk = (name: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(content.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(30_000, 0);
  header.writeUInt32BE(30_000, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
