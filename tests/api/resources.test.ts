import sharp from 'sharp';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { resourceEndpoints } from '#contract/resources/resources.endpoints.ts';
import { resourceFilePath } from '#contract/resources/resources.rules.ts';
import {
  resourceLimits,
  type Resource,
  type ResourceAudience,
} from '#contract/resources/resources.schema.ts';
import { libraryEndpoints } from '#contract/works/library.endpoints.ts';
import { makeCategory } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { familyCaller } from '../support/families.ts';
import { resourceForm, shareResource, sheetPdf } from '../support/resources.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

const of = ({ id }: Pick<Resource, 'id'>) => ({ params: { resourceId: id } });
const teacher = () => world.as(greenfield.teacher);
const office = () => world.as(greenfield.schoolAdmin);
const visitor = () => world.as('visitor', greenfield.host);

/** A family that came by the community password: a cookie, and no account. */
async function fileForFamily(resource: Resource) {
  const { cookie = '', ...family } = await familyCaller(world, greenfield);
  return await world.request(family, 'GET', resourceFilePath(resource), { headers: { cookie } });
}

const fileFor = (reader: Caller, resource: Pick<Resource, 'id'>) =>
  world.request(reader, 'GET', resourceFilePath(resource));

const isRead = (reader: Caller, resource: Resource) =>
  world.call(reader, resourceEndpoints.read, of(resource)).then(
    () => true,
    () => false,
  );

const idsFor = async (reader: Caller, query: { search?: string; by?: 'me' } = {}) => {
  const { results } = await world.call(reader, resourceEndpoints.list, { query: { limit: 100, ...query } });
  return results.map(({ id }) => id);
};

/** As the search of everything finds it, by a word that nothing else has. */
const isFound = async (reader: Caller, resource: Resource, search: string) => {
  const { resources } = await world.call(reader, libraryEndpoints.searchAll, { query: { search } });
  expect(resources.results).toHaveLength(resources.count);
  return resources.results.some(({ id }) => id === resource.id);
};

describe('a resource', () => {
  it.each([
    ['staff', { teacher: true, student: false, parent: false, visitor: false }],
    ['community', { teacher: true, student: true, parent: true, visitor: false }],
    ['public', { teacher: true, student: true, parent: true, visitor: true }],
  ] as const)(
    'for %s is seen by those alone, in lists, in the search of everything, by its address and its file',
    async (audience, seen) => {
      const word = `zebra${audience}`;
      const resource = await shareResource(world, await office(), {
        audience,
        file: sheetPdf(audience),
        title: `The ${word} and the hill`,
      });
      const readers = {
        teacher: await world.as(greenfield.otherTeacher),
        student: await world.as(greenfield.student),
        parent: await world.as(greenfield.parent),
        visitor: await visitor(),
      };
      for (const [name, reader] of Object.entries(readers)) {
        const may = seen[name as keyof typeof seen];
        expect([name, await isRead(reader, resource)]).toEqual([name, may]);
        expect([name, (await idsFor(reader)).includes(resource.id)]).toEqual([name, may]);
        expect([name, await isFound(reader, resource, `hill ${word.slice(0, -1)}`)]).toEqual([name, may]);
        expect([name, (await fileFor(reader, resource)).status]).toEqual([name, may ? 200 : 404]);
      }
      expect((await fileForFamily(resource)).status).toBe(audience === 'staff' ? 404 : 200);
      for (const stranger of [
        await world.as(riverside.schoolAdmin),
        await world.as('visitor', riverside.host),
      ]) {
        expect(await isRead(stranger, resource)).toBe(false);
        expect((await fileFor(stranger, resource)).status).toBe(404);
        expect(await idsFor(stranger)).not.toContain(resource.id);
        expect(await isFound(stranger, resource, word)).toBe(false);
      }
    },
  );

  it('tells staff alone who shares it', async () => {
    const resource = await shareResource(world, await office(), { audience: 'public' });
    const read = async (reader: Caller) => await world.call(reader, resourceEndpoints.read, of(resource));
    expect(await read(await teacher())).toMatchObject({
      by: 'admin greenfield',
      is_own: false,
      may_change: false,
    });
    for (const reader of [await visitor(), await world.as(greenfield.student)])
      expect(await read(reader)).toMatchObject({ by: null, is_own: false, may_change: false });
    expect(await read(await office())).toMatchObject({ is_own: true, may_change: true });
  });

  it('is changed and removed by who shares it and by the office, and by no colleague', async () => {
    const resource = await shareResource(world, await teacher(), { file: sheetPdf('first') });
    const colleague = await world.as(greenfield.otherTeacher);
    const body = resourceForm({ title: 'Mine now' });
    for (const [endpoint, input] of [
      [resourceEndpoints.save, { ...of(resource), body }],
      [resourceEndpoints.remove, of(resource)],
    ] as const)
      expect(await world.refusal(colleague, endpoint, input as never)).toMatchObject({
        status: 403,
        code: 'resources.not_yours',
      });
    const changed = await world.call(await office(), resourceEndpoints.save, {
      ...of(resource),
      body: resourceForm({ title: 'Fractions, mended' }),
    });
    expect(changed).toMatchObject({
      title: 'Fractions, mended',
      by: 'teacher greenfield',
      file: resource.file,
    });
    await world.call(await teacher(), resourceEndpoints.remove, of(resource));
    expect((await fileFor(await teacher(), resource)).status).toBe(404);
    expect(await world.refusal(await teacher(), resourceEndpoints.remove, of(resource))).toMatchObject({
      status: 404,
      code: 'resources.not_found',
    });
  });

  it('of another school is not touched by its id', async () => {
    const theirs = await shareResource(world, await world.as(riverside.teacher), { title: 'Theirs' });
    expect(await world.refusal(await office(), resourceEndpoints.remove, of(theirs))).toMatchObject({
      status: 404,
    });
    await world.call(await teacher(), resourceEndpoints.save, {
      ...of(theirs),
      body: resourceForm({ title: 'Ours' }),
    });
    const read = await world.call(await world.as(riverside.teacher), resourceEndpoints.read, of(theirs));
    expect(read.title).toBe('Theirs');
  });

  it('is shared with everybody by who runs the place alone, and not where it was bought for the school', async () => {
    const refused = { status: 403, code: 'resources.not_for_everybody' };
    const save = (fields: Parameters<typeof resourceForm>[0]) => ({
      params: { resourceId: uuidv7() },
      body: resourceForm(fields),
    });
    expect(
      await world.refusal(await teacher(), resourceEndpoints.save, save({ audience: 'public' })),
    ).toMatchObject({
      ...refused,
      errors: { audience: ['An administrator decides what is for everybody.'] },
    });
    expect(
      await world.refusal(
        await office(),
        resourceEndpoints.save,
        save({ audience: 'public', licence: 'school_only', credit: 'A publisher' }),
      ),
    ).toMatchObject(refused);
    const resource = await shareResource(world, await teacher());
    await world.call(await office(), resourceEndpoints.save, {
      ...of(resource),
      body: resourceForm({ audience: 'public' }),
    });
    // Who may not make it public may not change what is: somebody would see what nobody looked at.
    expect(
      await world.refusal(await teacher(), resourceEndpoints.save, {
        ...of(resource),
        body: resourceForm({ audience: 'public', text: 'Something else' }),
      }),
    ).toMatchObject(refused);
  });

  it('has a title, something in it, and says whose it is', async () => {
    const refusal = async (fields: Parameters<typeof resourceForm>[0]) => {
      const body = resourceForm(fields);
      return await world.refusal(await teacher(), resourceEndpoints.save, {
        params: { resourceId: uuidv7() },
        body,
      });
    };
    expect(await refusal({ title: ' ' })).toMatchObject({ errors: { title: ['Please enter a title'] } });
    expect(await refusal({ text: ' ' })).toMatchObject({ code: 'resources.nothing_in_it' });
    expect(await refusal({ licence: 'cc_by' })).toMatchObject({
      errors: { credit: ['Please say whose it is'] },
    });
    expect(await refusal({ title: 'x'.repeat(resourceLimits.title + 1) })).toMatchObject({ status: 400 });
    expect(await refusal({ audience: 'friends' as ResourceAudience })).toMatchObject({ status: 400 });
  });

  it('sent twice under its id is there once', async () => {
    const resource = await shareResource(world, await teacher());
    const before = (await idsFor(await teacher(), { by: 'me' })).length;
    await world.call(await teacher(), resourceEndpoints.save, { ...of(resource), body: resourceForm() });
    expect(await idsFor(await teacher(), { by: 'me' })).toHaveLength(before);
  });

  it('is found by its words, its level and its shelf; an archived shelf is none', async () => {
    const shelf = await makeCategory(world.context, greenfield.tenant);
    const theirs = await makeCategory(world.context, riverside.tenant);
    const resource = await shareResource(world, await teacher(), {
      title: 'Über die Brüche',
      level: 'growing',
      categories: `${shelf.id},${theirs.id}`,
    });
    expect(resource.categories).toEqual([{ id: shelf.id, name: expect.any(String) as string }]);
    expect(await idsFor(await teacher(), { search: 'bruch' })).toContain(resource.id);
    expect(await idsFor(await teacher(), { search: 'bruche nothing' })).not.toContain(resource.id);
    const { results } = await world.call(await teacher(), resourceEndpoints.list, {
      query: { level: 'growing', category: shelf.id },
    });
    expect(results.map(({ id }) => id)).toEqual([resource.id]);
  });
});

describe('the file of a resource', () => {
  it('is kept as it came where it is a PDF, and is handed out to be kept', async () => {
    const pdf = sheetPdf('Pages');
    const resource = await shareResource(world, await office(), {
      title: 'Brüche und «Torten»',
      audience: 'public',
      file: pdf,
    });
    expect(resource.file).toMatchObject({ media_type: 'application/pdf', bytes: pdf.size });
    const { status, headers, body } = await fileFor(await visitor(), resource);
    expect([status, body]).toEqual([200, await pdf.text()]);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'public, no-cache',
      'content-disposition': "attachment; filename*=UTF-8''bruche-und-torten.pdf",
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const again = await world.request(await visitor(), 'GET', resourceFilePath(resource), {
      headers: { 'if-none-match': String(headers['etag']) },
    });
    expect(again.status).toBe(304);
  });

  it('is nothing but the pixels where it is a picture', async () => {
    const bytes = await sharp({ create: { width: 4000, height: 100, channels: 3, background: 'teal' } })
      .withExif({ IFD0: { Copyright: 'Room twelve' } })
      .jpeg()
      .toBuffer();
    const file = new File([new Uint8Array(bytes)], 'sheet.jpg', { type: 'image/jpeg' });
    const resource = await shareResource(world, await teacher(), { file });
    const answer = await world.app.inject({
      url: resourceFilePath(resource),
      headers: { host: greenfield.host, authorization: `Bearer ${(await teacher()).access}` },
    });
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    expect(answer.rawPayload.includes('Room twelve')).toBe(false);
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({
      width: resourceLimits.side,
      height: 75,
    });
  });

  it.each([
    ['a page', '<html><script>alert(1)</script>', 'application/pdf'],
    ['a page behind the mark of a PDF', '<script>1</script>%PDF-1.7\nstartxref\n0\n%%EOF', 'application/pdf'],
    ['half a PDF', '%PDF-1.7\n1 0 obj', 'application/pdf'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png'],
    ['the beginning of a picture', '\u0089PNG\r\n\u001A\n', 'image/png'],
  ])('is refused at its field where it is %s', async (_name, text, type) => {
    const file = new File([Buffer.from(text, 'latin1')], 'sheet', { type });
    const refused = await world.refusal(await teacher(), resourceEndpoints.save, {
      params: { resourceId: uuidv7() },
      body: resourceForm({ file }),
    });
    expect(refused).toMatchObject({ status: 400, code: 'resources.unreadable' });
    expect(refused.errors['file']).toEqual([refused.error]);
  });

  it('is no larger than it may be, and of no other kind', async () => {
    const send = async (file: File) =>
      await world.refusal(await teacher(), resourceEndpoints.save, {
        params: { resourceId: uuidv7() },
        body: resourceForm({ file }),
      });
    const large = new File([new Uint8Array(resourceLimits.bytes + 1)], 'a.pdf', { type: 'application/pdf' });
    expect(await send(large)).toMatchObject({
      status: 413,
      errors: { file: ['This file is larger than 10 MB.'] },
    });
    expect(await send(new File(['x'], 'a.zip', { type: 'application/zip' }))).toMatchObject({ status: 400 });
  });

  it('is replaced, stays, or is taken away, but not the last that is in it', async () => {
    const resource = await shareResource(world, await teacher(), { text: '', file: sheetPdf('one') });
    const save = async (fields: Parameters<typeof resourceForm>[0]) =>
      await world.call(await teacher(), resourceEndpoints.save, {
        ...of(resource),
        body: resourceForm(fields),
      });
    expect((await save({ text: '' })).file).toEqual(resource.file);
    const replaced = await save({ text: '', file: sheetPdf('another') });
    expect(replaced.file?.sha256).not.toBe(resource.file?.sha256);
    const empty = { ...of(resource), body: resourceForm({ text: '', file: 'none' }) };
    expect(await world.refusal(await teacher(), resourceEndpoints.save, empty)).toMatchObject({
      code: 'resources.nothing_in_it',
    });
    expect((await save({ text: 'Words', file: 'none' })).file).toBeNull();
    expect((await fileFor(await teacher(), resource)).status).toBe(404);
  });

  it('is refused to a token that is good no more', async () => {
    const resource = await shareResource(world, await office(), { audience: 'public', file: sheetPdf('x') });
    const caller = await world.signIn(greenfield.host, greenfield.otherTeacher.email);
    await world.call(caller, identityEndpoints.signOut, { body: { refresh: caller.refresh } });
    expect((await fileFor(caller, resource)).status).toBe(401);
    expect((await fileFor(await visitor(), { id: 'none' })).status).toBe(404);
  });
});
