import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { endpoints } from '#contract/api.ts';
import { WorkDocument, type Block } from '#contract/works/document.schema.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { StoryChange } from '#contract/writing/writing.schema.ts';
import { writingEndpoints } from '#contract/writing/writing.endpoints.ts';
import type { Caller } from '../support/api-world.ts';
import { hostileCaller, type HostileCaller } from '../support/hostile-calls.ts';
import { families, hostileTexts } from '../support/hostile-texts.ts';
import { textFieldsOf } from '../support/text-fields.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

/** Texts for each field: others for each, so that every one is put into several. tests/explore/hostile-texts.test.ts puts all into all. */
const texts = 4;
const fields = endpoints.flatMap((endpoint) =>
  textFieldsOf(endpoint).map((field) => ({ name: `${endpoint.name} ${field.name}`, endpoint, field })),
);
const textOf = (number: number) => hostileTexts[number % hostileTexts.length] ?? '';

describe('a text that means harm, or is merely unusual', () => {
  let caller: HostileCaller;
  beforeAll(async () => {
    caller = await hostileCaller(world);
  });

  it('is of one of many kinds', () => {
    expect(hostileTexts.length).toBeGreaterThan(300);
    expect(fields.length * texts).toBeGreaterThan(2 * hostileTexts.length);
  });

  it.each(fields.map((each, place) => [each.name, each, place] as const))(
    'in %s is refused at its field or taken as text',
    async (_name, { endpoint, field }, place) => {
      for (let number = 0; number < texts; number += 1)
        await caller.put(endpoint, field, textOf(place * texts + number));
    },
  );
});

/** A story of a caller with an empty chapter. */
async function begin(author: Caller) {
  const [workId, chapterId] = [uuidv7(), uuidv7()];
  await world.call(author, writingEndpoints.begin, {
    body: { id: workId, title: '', language: 'en', chapter_id: chapterId },
  });
  return { workId, chapterId };
}

describe('a story with such texts', () => {
  it.each(Object.entries(families))('keeps and gives back %s as they are', async (_family, all) => {
    const author = await world.as(greenfield.student);
    const params = await begin(author);
    const blocks = all.map((text): Block => ({ type: 'paragraph', content: [{ type: 'text', text }] }));
    const taken = blocks.filter((block) => v.is(WorkDocument, { type: 'doc', content: [block] }));
    for (const block of blocks.filter((each) => !taken.includes(each))) {
      const body = {
        version: uuidv7(),
        based_on: null,
        title: '',
        document: { type: 'doc' as const, content: [block] },
      };
      expect(await world.refusal(author, writingEndpoints.saveChapter, { params, body })).toMatchObject({
        status: 400,
        code: 'request.invalid',
      });
    }
    if (taken.length > 0) {
      const document: WorkDocument = { type: 'doc', content: taken };
      await world.call(author, writingEndpoints.saveChapter, {
        params,
        body: { version: uuidv7(), based_on: null, title: '', document },
      });
      const { results } = await world.call(author, workEndpoints.listChapters, { params, query: {} });
      expect(results.map((chapter) => chapter.document)).toEqual([document]);
    }
    for (const text of all) {
      const read = v.safeParse(StoryChange, { title: text, blurb: text, about_author: text });
      const input = { params, body: { title: text, blurb: text, about_author: text } };
      if (!read.success) {
        const { errors } = await world.refusal(author, writingEndpoints.change, input);
        expect(Object.keys(errors)).not.toEqual([]);
        continue;
      }
      await world.call(author, writingEndpoints.change, input);
      const { title, blurb, about_author } = await world.call(author, workEndpoints.read, { params });
      expect({ title, blurb, about_author }).toEqual(read.output);
    }
    const { byline: firstName } = await world.call(author, workEndpoints.read, { params });
    for (const text of all) {
      const body = { pen_name: text, dedication: text };
      const read = v.safeParse(StoryChange, body);
      if (!read.success) {
        const { errors } = await world.refusal(author, writingEndpoints.change, { params, body });
        expect(Object.keys(errors)).not.toEqual([]);
        continue;
      }
      await world.call(author, writingEndpoints.change, { params, body });
      const { byline, dedication } = await world.call(author, workEndpoints.read, { params });
      expect(dedication).toBe(read.output.dedication);
      expect(byline).toBe(read.output.pen_name || firstName);
    }
    const stranger = await world.as(riverside.student);
    expect(await world.refusal(stranger, workEndpoints.read, { params })).toMatchObject({ status: 404 });
  });

  it('is searched for by what it is called, whatever that is', async () => {
    const author = await world.as(greenfield.student);
    const { workId } = await begin(author);
    for (const text of families.queries) {
      const query = { search: text };
      const { results } = await world.call(author, workEndpoints.list, { query });
      expect(results.map(({ id }) => id)).not.toContain(workId);
    }
  });
});
