import { uuidv7 } from 'uuidv7';
import { documentOf } from '#contract/works/document.rules.ts';
import type { Block, WorkDocument } from '#contract/works/document.schema.ts';
import { slugOf } from '#contract/works/works.rules.ts';
import type { NewWork } from '#server/modules/works/works.store.ts';
import {
  makeCategory,
  makeDrawing,
  makeWorks,
  permitPublic,
  readModes,
  react,
  setPrivacy,
  type FactoryContext,
  type MadeClass,
  type MadeTenant,
  type MadeWork,
} from './factories.ts';
import { childWorks, type ChildWork } from './shelf/children.ts';
import type { Drawing } from './shelf/drawing-kit.ts';
import { fables } from './shelf/fables.ts';
import { folkTales } from './shelf/folk-tales.ts';
import { poems } from './shelf/poems.ts';
import type { Tale, TalePart } from './shelf/tale.ts';

/** The classics of the demo's shelf, the newest first. */
export const tales: readonly Tale[] = [...fables, ...folkTales, ...poems];

const credits = {
  retold: {
    credit: 'Retold and drawn for this shelf',
    licence: 'The tale is in the public domain. This retelling and its pictures: CC0 1.0',
  },
  whole: {
    credit: 'Words as they were first printed; pictures drawn for this shelf',
    licence: 'The words are in the public domain. The pictures: CC0 1.0',
  },
} as const;

/** Keeps pictures once, however many works show them. */
type Keep = (drawing: Drawing) => Promise<string>;

/** A picture, and the words below it. */
async function documentWith({ text, picture, alt = '' }: TalePart, keep: Keep): Promise<WorkDocument> {
  const words = documentOf(text);
  if (!picture) return words;
  const block: Block = { type: 'picture', attrs: { sha256: await keep(picture), alt, width: 'full' } };
  return { type: 'doc', content: [block, ...words.content] };
}

async function partsOf(
  { kind, parts }: Pick<Tale, 'kind' | 'parts'>,
  keep: Keep,
): Promise<Pick<NewWork, 'pages' | 'chapters'>> {
  const written: { id: string; title: string; layout: 'text' | 'picture_above'; document: WorkDocument }[] =
    [];
  for (const part of parts)
    written.push({
      id: uuidv7(),
      title: part.title ?? '',
      layout: part.picture ? 'picture_above' : 'text',
      document: await documentWith(part, keep),
    });
  return kind === 'book'
    ? { pages: written.map(({ id, layout, document }) => ({ id, layout, document })) }
    : { chapters: written.map(({ id, title, document }) => ({ id, title, document })) };
}

interface Shelf {
  keep: Keep;
  /** By name. */
  categories: ReadonlyMap<string, string>;
}

async function openShelf(
  context: FactoryContext,
  tenant: MadeTenant,
  names: readonly string[],
): Promise<Shelf> {
  const categories = new Map<string, string>();
  for (const name of new Set(names)) categories.set(name, (await makeCategory(context, tenant, name)).id);
  return { keep: (drawing) => makeDrawing(context, tenant, drawing), categories };
}

const idsOf = ({ categories }: Shelf, names: readonly string[]) =>
  names.flatMap((name) => categories.get(name) ?? []);

async function asNewWork(
  tale: Tale,
  shelf: Shelf,
  published: Date,
): Promise<Partial<NewWork> & { author_id: null }> {
  const { kind, title, by, level, blurb, about = '', source, goals = [], categories, wording } = tale;
  return {
    kind,
    title,
    slug: slugOf(title, kind),
    pen_name: by,
    author_id: null,
    level,
    blurb,
    about_author: about,
    sdgs: [...goals],
    source,
    ...credits[wording],
    categories: idsOf(shelf, categories),
    cover: { sha256: await shelf.keep(tale.cover), alt: `Cover of ${title}` },
    ...(await partsOf(tale, shelf.keep)),
    state: 'published',
    visibility: 'public',
    created_at: published,
    published_at: published,
  };
}

const hour = 60 * 60 * 1000;

/** In which mode a category stands; the first of a tale's that has one decides. */
const modeNames: Readonly<Record<string, string>> = {
  Animals: 'Animals and plants',
  'Clever ideas': 'How things work',
  'Night and stars': 'Caring for the earth',
  'Fairy tales': 'Tales and wonders',
  'Folk tales': 'People and places',
  Fables: 'Friends and feelings',
};

/** Of what has none, such as poems, null: it stands in all of them. */
function modeOf(categories: readonly string[], modes: ReadonlyMap<string, string>): string | null {
  const category = Object.keys(modeNames).find((each) => categories.includes(each));
  return modes.get(modeNames[category ?? ''] ?? '') ?? null;
}

/** Puts the classics on the shelf of a school, an organization or the platform. */
export async function seedTales(
  context: FactoryContext,
  tenant: MadeTenant,
): Promise<{ shelf: Shelf; works: MadeWork[] }> {
  const shelf = await openShelf(
    context,
    tenant,
    tales.flatMap(({ categories }) => categories),
  );
  const modes = await readModes(context);
  const began = Date.now() - 60 * 24 * hour;
  const works: (Partial<NewWork> & { author_id: null })[] = [];
  for (const [number, tale] of tales.entries())
    works.push({
      ...(await asNewWork(tale, shelf, new Date(began - number * hour))),
      mode: modeOf(tale.categories, modes),
      featured_at: number % 9 === 0 ? new Date(began) : null,
    });
  return { shelf, works: await makeWorks(context, tenant, works) };
}

/** What the children of a class made, in all states; and how private those children are, so that each list shows something. */
export async function seedChildWorks(
  context: FactoryContext,
  {
    tenant,
    schoolClass,
    shelf,
    authors,
  }: {
    tenant: MadeTenant;
    schoolClass: MadeClass;
    shelf: Shelf;
    authors: readonly { id: string; first_name: string; last_name: string }[];
  },
): Promise<MadeWork[]> {
  const categories = new Map(shelf.categories);
  const missing = childWorks.flatMap((work) => work.categories).filter((name) => !categories.has(name));
  for (const name of new Set(missing)) categories.set(name, (await makeCategory(context, tenant, name)).id);
  const full: Shelf = { ...shelf, categories };
  const idOf = ({ author }: ChildWork) => {
    const found = authors.find(({ first_name, last_name }) => `${first_name} ${last_name}` === author);
    if (!found) throw new Error(`${author} is nobody of the class`);
    return found.id;
  };
  const made: (Partial<NewWork> & { author_id: string })[] = [];
  const now = Date.now();
  for (const [number, work] of childWorks.entries()) {
    const { kind, title, level, blurb, about = '', dedication = '', goals = [], state, visibility } = work;
    const created_at = new Date(now - (number + 1) * 20 * hour);
    made.push({
      kind,
      title,
      slug: slugOf(title, kind),
      author_id: idOf(work),
      pen_name: work.pen_name ?? null,
      school_class_id: schoolClass.id,
      level,
      blurb,
      about_author: about,
      dedication,
      sdgs: [...goals],
      state,
      visibility,
      categories: idsOf(full, work.categories),
      ...(work.cover && { cover: { sha256: await shelf.keep(work.cover), alt: `Cover of ${title}` } }),
      ...(await partsOf(work, shelf.keep)),
      created_at,
      submitted_at: state === 'draft' ? null : created_at,
      published_at: state === 'published' ? created_at : null,
    });
  }
  for (const visibility of ['community', 'public'] as const) {
    const ids = childWorks.filter((work) => work.visibility === visibility).map(idOf);
    await setPrivacy(context, tenant, ids, visibility);
    if (visibility === 'public') await permitPublic(context, tenant, ids);
  }
  const works = await makeWorks(context, tenant, made);
  const shown = works.filter((_work, number) => childWorks[number]?.state === 'published');
  const kind = ['love', 'funny', 'wow', 'clever', 'thanks'] as const;
  await react(
    context,
    tenant,
    shown.flatMap(({ id }, number) =>
      authors.slice(number, number + 4).map((reader, place) => ({
        work_id: id,
        user_id: reader.id,
        reaction: kind[(number + place) % kind.length] ?? 'love',
      })),
    ),
  );
  return works;
}
