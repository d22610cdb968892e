import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownWorkEndpoints } from '#contract/own-works/own-works.endpoints.ts';
import type { OwnWorkForm } from '#contract/own-works/own-works.schema.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { makeCategory, makeWorks } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { photograph } from '../support/pictures.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

let platform: Caller;
let visitor: Caller;
let poems: { id: string };

const facts = (changed: Partial<OwnWorkForm> = {}): OwnWorkForm => ({
  title: 'The hare and the tortoise',
  byline: 'Aesop',
  blurb: 'A race.',
  language: 'en',
  level: 'early',
  sdgs: [4],
  categories: [poems.id],
  mode: null,
  source: 'Three hundred fables, 1867',
  licence: 'Public domain',
  credit: 'Pictures by Harrison Weir',
  ...changed,
});

let shade = 10;
async function sendPage(): Promise<string> {
  shade += 10;
  const { file, sha256 } = await photograph(`rgb(${shade}, 80, 90)`);
  await world.call(platform, ownWorkEndpoints.sendPage, { params: { sha256 }, body: { picture: file } });
  return sha256;
}
const seen = (workId: string, revision: number) => ({ params: { workId }, body: { revision } });
const read = (workId: string) => world.call(platform, ownWorkEndpoints.read, { params: { workId } });
async function make() {
  const body = { id: uuidv7(), ...facts(), pages: [{ sha256: await sendPage(), alt: 'A hare' }] };
  return await world.call(platform, ownWorkEndpoints.create, { body });
}
type Change = OwnWorkForm & { revision: number; pages?: { sha256: string; alt: string }[] };
const change = (workId: string, body: Change) =>
  world.call(platform, ownWorkEndpoints.change, { params: { workId }, body });
const publish = (id: string, revision: number) =>
  world.call(platform, ownWorkEndpoints.publish, seen(id, revision));
const seenBy = async (caller: Caller, id: string) =>
  (await world.request(caller, 'GET', `/api/works/${id}/`)).status;
const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await world.testDatabase.administrator.query<Row>(text, values)).rows;

beforeAll(async () => {
  platform = await world.as(world.platformAdmin);
  visitor = await world.as('visitor', 'localhost');
  poems = await makeCategory(world.context, world.platform, 'Poems');
});

describe('a book of the platform', () => {
  it('is a draft until it is published for everybody, and is withdrawn and published again', async () => {
    const made = await make();
    expect(made).toMatchObject({ state: 'draft', pages: 1, categories: [poems.id], sdgs: [4] });
    expect(await seenBy(visitor, made.id)).toBe(404);
    const shown = await publish(made.id, made.revision);
    expect(shown.state).toBe('published');
    const work = await world.call(visitor, workEndpoints.read, { params: { workId: made.id } });
    expect(work).toMatchObject({
      title: 'The hare and the tortoise',
      byline: 'Aesop',
      source: 'Three hundred fables, 1867',
      licence: 'Public domain',
      credit: 'Pictures by Harrison Weir',
      audience: 'public',
    });
    expect(work.cover).not.toBeNull();
    const gone = await world.call(platform, ownWorkEndpoints.withdraw, seen(made.id, shown.revision));
    expect(gone.state).toBe('withdrawn');
    expect(await seenBy(visitor, made.id)).toBe(404);
    expect(await world.call(platform, ownWorkEndpoints.listUnpublished, {})).toMatchObject({
      results: [{ id: made.id, state: 'withdrawn' }],
    });
    expect((await publish(made.id, gone.revision)).state).toBe('published');
    const noted = await rows<{ action: string }>(
      `select action from audit_entries where subject_id = $1 order by id`,
      [made.id],
    );
    expect(noted.map(({ action }) => action)).toEqual([
      'own_works.made',
      'own_works.published',
      'own_works.withdrawn',
      'own_works.published',
    ]);
  });

  it('is made once however often it is sent', async () => {
    const body = { id: uuidv7(), ...facts(), pages: [{ sha256: await sendPage(), alt: '' }] };
    const first = await world.call(platform, ownWorkEndpoints.create, { body });
    expect(await world.call(platform, ownWorkEndpoints.create, { body })).toEqual(first);
  });

  it('is changed as it was seen, with its pages or without, and found by its new words', async () => {
    const made = await make();
    const { revision } = made;
    const next = await change(made.id, { revision, ...facts({ title: 'The snail', categories: [] }) });
    expect(next).toMatchObject({ title: 'The snail', categories: [], pages: 1 });
    const refused = await world.refusal(platform, ownWorkEndpoints.change, {
      params: { workId: made.id },
      body: { revision, ...facts() },
    });
    expect(refused).toMatchObject({ status: 409, code: 'ownworks.changed_since' });
    const pages = [
      { sha256: await sendPage(), alt: 'A gate' },
      { sha256: await sendPage(), alt: '' },
    ];
    const longer = await change(made.id, {
      revision: next.revision,
      ...facts({ title: 'The snail' }),
      pages,
    });
    expect(longer.pages).toBe(2);
    await publish(made.id, longer.revision);
    const found = await world.call(visitor, workEndpoints.list, { query: { search: 'snail' } });
    expect(found.results).toMatchObject([{ id: made.id, parts: 2, cover: { sha256: pages[0]?.sha256 } }]);
  });

  it('keeps the pages of a tale that came with the program', async () => {
    const [tale] = await makeWorks(world.context, world.platform, [
      { kind: 'book', author_id: null, visibility: 'public', title: 'A tale' },
    ]);
    const before = await read(tale?.id ?? '');
    expect(before).toMatchObject({ state: 'published', source: '' });
    const after = await change(before.id, { revision: before.revision, ...facts({ title: 'A tale' }) });
    expect(after).toMatchObject({ pages: before.pages, state: 'published', licence: 'Public domain' });
  });
});

describe('no book of the platform', () => {
  it('is made without source, licence and credit, or of pages that are not there', async () => {
    const page = { sha256: await sendPage(), alt: '' };
    const refused = async (changed: Record<string, unknown>) =>
      await world.refusal(platform, ownWorkEndpoints.create, {
        body: { id: uuidv7(), ...facts(), pages: [page], ...changed },
      });
    for (const field of ['source', 'licence', 'credit', 'title'])
      expect(await refused({ [field]: ' ' })).toMatchObject({
        status: 400,
        errors: { [field]: [expect.stringMatching(/^Please /u)] },
      });
    expect(await refused({ pages: [] })).toMatchObject({ status: 400 });
    expect(await refused({ pages: [page, page] })).toMatchObject({ status: 400 });
    expect(await refused({ pages: [{ sha256: 'a'.repeat(64), alt: '' }] })).toMatchObject({
      code: 'ownworks.pages_missing',
    });
    expect(await refused({ categories: [uuidv7()] })).toMatchObject({ code: 'catalogue.no_shelf' });
    expect(await refused({ mode: uuidv7() })).toMatchObject({
      code: 'ownworks.no_mode',
      errors: { mode: [expect.any(String)] },
    });
  });

  it('is somebody’s, or a school’s', async () => {
    const [theirs] = await makeWorks(world.context, riverside.tenant, [
      { kind: 'book', author_id: null, visibility: 'public' },
    ]);
    const [written] = await makeWorks(world.context, world.platform, [
      { kind: 'book', author_id: world.platformAdmin.id, visibility: 'public' },
    ]);
    for (const id of [theirs?.id ?? '', written?.id ?? '', uuidv7()])
      expect(await world.refusal(platform, ownWorkEndpoints.publish, seen(id, 1))).toMatchObject({
        status: 404,
        code: 'ownworks.not_found',
      });
  });

  it('is put back on the shelf once it was taken down', async () => {
    const made = await make();
    const shown = await publish(made.id, made.revision);
    await rows(
      `update works set state = 'withdrawn', taken_down_at = now(), taken_down_by = 'platform' where id = $1`,
      [made.id],
    );
    expect(
      await world.refusal(platform, ownWorkEndpoints.publish, seen(made.id, shown.revision)),
    ).toMatchObject({ status: 409, code: 'ownworks.taken_down' });
  });

  it('is made by a school', async () => {
    for (const person of [greenfield.schoolAdmin, world.organization.admin]) {
      const caller = await world.as(person);
      const refused = await world.refusal(caller, ownWorkEndpoints.listUnpublished, {});
      expect(refused.status).not.toBe(200);
    }
  });
});
