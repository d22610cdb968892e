/*
 * The built web app in parts. Every device has the classroom part from the first visit; `contract/kit/kept-parts.ts` says when it
 * gets another one. Some areas belong to no part: they are used with a network.
 */

/** The classroom part, and those of `contract/kit/kept-parts.ts`. */
type Part = 'classroom' | KeptPart;

/** Those of `contract/kit/kept-parts.ts`, which this file, run before anything is built, does not read. */
const kept = ['office', 'help', 'library', 'reader', 'cart', 'writing', 'certificates', 'pages'] as const;

type KeptPart = (typeof kept)[number];

export const places = [
  ...kept,
  // Used with a network, so that no device keeps them.
  'panel',
  'organization',
  'champion',
  'register',
  'checkout',
  'visitors',
  'preview',
  'search',
  // Fetched by those who need it: what reads codes where there is no WebAssembly (decision 15); what prints cards, sets passwords
  // and asks whose an address is, which needs the network anyway; and what reads PDFs and makes files of books.
  'aside',
] as const;

/** Where code belongs that not every device has. */
export type Place = (typeof places)[number];

/** Of Vite's manifest. */
export interface Chunk {
  file: string;
  isEntry?: boolean;
  /** Sources in it that are imported late; left out: the key says it. */
  asked?: readonly string[];
  imports?: readonly string[];
  dynamicImports?: readonly string[];
  css?: readonly string[];
  assets?: readonly string[];
}

/** Vite's manifest: the key of a chunk is its source where it has one. */
export type Chunks = Readonly<Record<string, Chunk>>;

/**
 * Rooms of `src` whose code belongs to one part. An area has the pages of a part in the folder of its name. What
 * else is imported late belongs to those who ask for it, unless the import says more (`late-marks.ts`).
 */
const rooms: Readonly<Record<string, Place>> = {
  'features/help': 'help',
  'features/content': 'pages',
  'features/requests': 'pages',
  'features/reading': 'reader',
  'features/library': 'library',
  'features/works': 'library',
  document: 'library',
  'features/cart': 'cart',
  'features/certificates': 'certificates',
  'features/book-files': 'writing',
  'features/finishing': 'writing',
  'features/paper': 'writing',
  'features/reviews': 'writing',
  'features/writing': 'writing',
  desk: 'writing',
  drawing: 'writing',
  recording: 'writing',
};

const isPlace = (name: string): name is Place => (places as readonly string[]).includes(name);

/** Where a file of the sources belongs that is imported late; null: to the parts that ask for it. */
export function placeOf(source: string, marks: ReadonlyMap<string, string> = new Map()): Place | null {
  const mark = marks.get(source);
  if (mark === 'classroom') return null;
  if (mark !== undefined && isPlace(mark)) return mark;
  if (mark !== undefined) throw new Error(`${source} is imported for a part "${mark}", and there is none.`);
  const { area, feature, room } =
    /^src\/(?:areas\/(?<area>[^/]+)|(?<feature>features\/[^/]+)|(?<room>[^/]+))\//u.exec(source)?.groups ??
    {};
  if (area !== undefined) return isPlace(area) ? area : null;
  return rooms[feature ?? room ?? ''] ?? null;
}

/** Letters that were asked for once the worker keeps by themselves. */
const letters = /\.woff2$/u;

/** What a page hands to another thread. Vite's manifest does not name them; so far only pages for staff have some. */
const threads = /(^|\/)[^/]+\.worker-[^/]+\.js$/u;

/**
 * Sorts the files of a build.
 * @param files what may be kept by everybody, named without a slash before them, as the manifest has them
 * @param marks what imports say of their parts, by source
 * @returns the files of each part, those of the classroom in no other; a part also has what its pages need and `files` lacks
 */
export function partsOf(
  files: readonly string[],
  chunks: Chunks,
  marks: ReadonlyMap<string, string> = new Map(),
): Readonly<Record<Part, readonly string[]>> {
  const keys = Object.keys(chunks);
  const placesIn = (key: string) => (chunks[key]?.asked ?? [key]).map((source) => placeOf(source, marks));
  const isApart = (key: string) => placesIn(key).some((place) => place !== null);
  /** What the code of one place may ask for, but for what belongs to the others. */
  const from = (own: Place) =>
    filesFrom(
      keys.filter((key) => placesIn(key).includes(own)),
      chunks,
      (key) => isApart(key) && !placesIn(key).includes(own),
    );
  const entries = keys.filter((key) => chunks[key]?.isEntry);
  const forAll = filesFrom(entries, chunks, isApart);
  const forStaff = from('office');
  // What a page fetches later it may do without.
  const onlyStatic: Chunks = Object.fromEntries(
    keys.flatMap((key) => {
      const chunk = chunks[key];
      return chunk && !chunk.isEntry ? [[key, { ...chunk, dynamicImports: [] }]] : [];
    }),
  );
  const apart = filesFrom(keys.filter(isApart), chunks, () => false);
  const classroom = files.filter((file) => forAll.has(file) || (!apart.has(file) && !threads.test(file)));
  const here = new Set(classroom);
  /** Of these, and what has to be there before their code can run. */
  const partOf = (asked: readonly string[]) => {
    const needed = filesFrom(
      keys.filter((key) => asked.includes(chunks[key]?.file ?? '')),
      onlyStatic,
      () => false,
    );
    return [...new Set([...asked, ...needed])].filter((file) => !here.has(file) && !letters.test(file));
  };
  const keptFor = (own: Place) => {
    const asked = from(own);
    return partOf(files.filter((file) => !forAll.has(file) && asked.has(file)));
  };
  const library = keptFor('library');
  return {
    classroom,
    office: partOf(files.filter((file) => !forAll.has(file) && (forStaff.has(file) || threads.test(file)))),
    help: keptFor('help'),
    library,
    // Who opens a book keeps the shelves as well.
    reader: keptFor('reader').filter((file) => !library.includes(file)),
    cart: keptFor('cart'),
    writing: keptFor('writing'),
    certificates: keptFor('certificates'),
    pages: keptFor('pages'),
  };
}

/** All that these chunks may ever ask for. */
function filesFrom(
  start: readonly string[],
  chunks: Chunks,
  isLeftOut: (key: string) => boolean,
): Set<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  const open = [...start];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const chunk = chunks[key];
    if (!chunk || seen.has(key)) continue;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    const next = [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])];
    open.push(...next.filter((each) => !isLeftOut(each)));
  }
  return files;
}
