import { beforeAll } from 'vitest';
import { editorEndpoints } from '#contract/content/editor.endpoints.ts';
import type { EditedPage, Unfinished } from '#contract/content/editor.schema.ts';
import type { Caller } from '../support/api-world.ts';
import { captions } from '../support/films.ts';
import { worldOfFile } from '../support/world-of-file.ts';

export const language = 'en';

/** With seconds and questions, as films have them. */
export const headOf = (more: Unfinished = {}): Unfinished => ({
  kind: 'film',
  title: 'Where our water goes',
  summary: 'A film about water',
  for: 'everyone',
  goals: [],
  ages: [],
  seconds: 6,
  questions: [],
  ...more,
});
export const filmBlock = (film: string, more: Unfinished = {}): Unfinished => ({
  id: 'film',
  kind: 'film',
  for: 'everyone',
  video: { film, captions },
  ...more,
});

/** Two schools with pages, and films that are put on them. A world of its own for each test file. */
export function filmsOfFile() {
  const { world, greenfield, riverside } = worldOfFile();

  const platform = {} as Caller;
  const school = {} as Caller;
  const neighbours = {} as Caller;

  beforeAll(async () => {
    Object.assign(platform, await world.as(world.platformAdmin));
    Object.assign(school, await world.as(greenfield.schoolAdmin));
    Object.assign(neighbours, await world.as(riverside.schoolAdmin));
  });

  let made = 0;

  async function newPage(by: Caller): Promise<EditedPage> {
    made += 1;
    return await world.call(by, editorEndpoints.create, {
      body: { kind: 'film', slug: `water-${made}`, language, title: 'Water' },
    });
  }
  const edited = (by: Caller, id: string) =>
    world.call(by, editorEndpoints.edit, { params: { id }, query: { language } });

  async function write(by: Caller, id: string, blocks: Unfinished[], head = headOf()) {
    const page = await edited(by, id);
    await world.call(by, editorEndpoints.writeDraft, {
      params: { id, language },
      body: { base: page.live?.n ?? null, seen: page.draft?.updated_at ?? null, head, blocks },
    });
    const { draft, live } = await edited(by, id);
    return {
      params: { id },
      body: { language, draft_updated_at: draft?.updated_at ?? '', live_n: live?.n ?? null },
    };
  }

  return { world, greenfield, riverside, platform, school, neighbours, newPage, edited, write };
}
