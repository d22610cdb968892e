import { fileURLToPath } from 'node:url';
import { beforeAll } from 'vitest';
import { contentEndpoints } from '#contract/content/content.endpoints.ts';
import { contentProblems } from '#contract/content/content.problems.ts';
import type { ContentKind } from '#contract/content/content.rules.ts';
import { editorEndpoints } from '#contract/content/editor.endpoints.ts';
import type { EditedPage, Unfinished } from '#contract/content/editor.schema.ts';
import { putTexts } from '#server/modules/content/put-texts.ts';
import { readTexts } from '#server/modules/content/shipped-texts.ts';
import type { Caller } from '../support/api-world.ts';
import { worldOfFile } from '../support/world-of-file.ts';

export const texts = await readTexts(
  fileURLToPath(new URL('../../server/modules/content/pages', import.meta.url)),
);
export const hour = 60 * 60 * 1000;
export const language = 'en';

export const visitorOf = (host: string): Caller => ({ host, access: null });
export const platformHost = 'localhost';

export const text = (id: string, words: string): Unfinished => ({
  id,
  kind: 'text',
  for: 'everyone',
  document: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] },
});
export const headOf = (page: Pick<EditedPage, 'draft' | 'live'>, more: Unfinished = {}): Unfinished => ({
  ...(page.draft ?? page.live)?.head,
  summary: 'What it is about',
  ...more,
});
export const draftOf = (page: EditedPage, blocks: Unfinished[], head: Unfinished = headOf(page)) => ({
  params: { id: page.id, language },
  body: { base: page.live?.n ?? null, seen: page.draft?.updated_at ?? null, head, blocks },
});
export const publishOf = (page: EditedPage, moments: { from?: string; until?: string } = {}) => ({
  params: { id: page.id },
  body: {
    language,
    draft_updated_at: page.draft?.updated_at ?? '2020-01-01T00:00:00.000Z',
    live_n: page.live?.n ?? null,
    ...moments,
  },
});

/** Two schools with the shipped pages, and what editors do to them. A world of its own for each test file. */
export function editingOfFile() {
  const { world, greenfield, riverside } = worldOfFile();

  const platform = {} as Caller;
  const school = {} as Caller;
  const neighbours = {} as Caller;

  beforeAll(async () => {
    await putTexts(world.context.database, texts, world.clock.now());
    Object.assign(platform, await world.as(world.platformAdmin));
    Object.assign(school, await world.as(greenfield.schoolAdmin));
    Object.assign(neighbours, await world.as(riverside.schoolAdmin));
  });

  let made = 0;
  const create = async (by: Caller, title: string) => {
    made += 1;
    return await world.call(by, editorEndpoints.create, {
      body: { kind: 'event', slug: `event-${made}`, language, title },
    });
  };
  const edit = (by: Caller, id: string) =>
    world.call(by, editorEndpoints.edit, { params: { id }, query: { language } });

  /** Writes words and publishes them. */
  async function publish(
    by: Caller,
    id: string,
    words: string,
    moments: { from?: string; until?: string } = {},
  ) {
    await world.call(by, editorEndpoints.writeDraft, draftOf(await edit(by, id), [text('words', words)]));
    return await world.call(by, editorEndpoints.publish, publishOf(await edit(by, id), moments));
  }

  const read = async (host: string, kind: ContentKind, slug: string) =>
    JSON.stringify(
      await world.call(visitorOf(host), contentEndpoints.read, { params: { kind, slug }, query: {} }),
    );
  const isGone = async (host: string, kind: ContentKind, slug: string) =>
    (await world.refusal(visitorOf(host), contentEndpoints.read, { params: { kind, slug }, query: {} }))
      .code === contentProblems.not_found.code;

  const after = (milliseconds: number) => new Date(world.clock.now().getTime() + milliseconds).toISOString();

  return {
    world,
    greenfield,
    riverside,
    platform,
    school,
    neighbours,
    create,
    edit,
    publish,
    read,
    isGone,
    after,
  };
}
