/*
 * The built web app in parts. Every device has the classroom part from the first visit; `contract/kit/kept-parts.ts` says when it
 * gets another one. Some areas belong to no part: they are used with a network.
 */

/** The classroom part, and those of `contract/kit/kept-parts.ts`. */
type Part = 'classroom' | KeptPart;

type KeptPart = 'office' | 'help' | 'library' | 'reader' | 'cart' | 'writing' | 'certificates' | 'pages';

/** What is used with a network, so that no device keeps it. */
type Area =
  | 'panel'
  | 'organization'
  | 'champion'
  | 'register'
  | 'checkout'
  | 'visitors'
  | 'preview'
  | 'search';

/** Where code belongs that not every device has. */
export type Place = KeptPart | Area;

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

/** Of the platform's panel alone, and the editor of public pages: used with a network. */
const panelPages =
  '(all-sales|book-monitoring|champion-resources|email-monitoring|modes|offered-plans|orders|page-editor|panel-[a-z]+|payment-history|platform-[a-z]+)';

/** Of each page for staff of schools the one file that nobody else asks for; and what only they queue. */
const officePage = new RegExp(
  String.raw`^src/(areas/office/(?!${panelPages}\.page)[^/]+\.page\.tsx|app/staff-calls\.ts)$`,
  'u',
);

/** The Help Center, whichever way one comes to it. */
const helpCode = /^src\/features\/help\//u;

/** Public pages, the ways to them, their forms, and the passport of what was learned there. */
const pagesCode = /^src\/(features\/(content|requests)\/|areas\/(content|passport)\.area\.tsx$)/u;

/** What one reads with, from when somebody opens a book. */
const readerCode = /^src\/(areas\/work\.area\.tsx$|features\/reading\/)/u;

/** The library, and the choice of what its shelves are filled with. */
const libraryCode =
  /^src\/(features\/(library|works)\/|document\/|features\/modes\/mode-picker\.dialog\.tsx$)/u;

/** Letters that were asked for once the worker keeps by themselves. */
const letters = /\.woff2$/u;

/** The cart, its place at a book, and what draws the code that a child shows to a grown-up. */
const cartCode = /^src\/(features\/cart\/(?!navbar-cart\.tsx$)|areas\/cart\.area\.tsx$)/u;

/** The page of a certificate, and what a person raised, which has them. */
const certificateCode = /^src\/(features\/certificates\/|areas\/(certificates|raised)\.area\.tsx$)/u;

/**
 * The editor of stories and what belongs to it, and what sends the pictures that are made with it. By `use-own-stories` every child's
 * page learns to send what was written before.
 */
const writingCode =
  /^src\/(features\/(book-files|finishing|paper|reviews|writing)\/|desk\/(?!use-own-stories\.ts$)|(drawing|recording)\/|areas\/(writing|yes)\.area\.tsx$|sync\/send-pictures\.ts$)/u;

const area = (names: string) => new RegExp(String.raw`^src/areas/(${names})\.tsx$`, 'u');

const codeOf: Readonly<Record<Place, RegExp>> = {
  office: officePage,
  help: helpCode,
  library: libraryCode,
  reader: readerCode,
  cart: cartCode,
  writing: writingCode,
  certificates: certificateCode,
  pages: pagesCode,
  panel: area(String.raw`admin-panel\.area|(office/)?${panelPages}\.page`),
  organization: area(String.raw`admin-organization\.area|schools-home`),
  champion: area(String.raw`champion\.area`),
  register: area(String.raw`register\.area`),
  checkout: area(String.raw`checkout\.area`),
  visitors: area(String.raw`offer\.area`),
  preview: area(String.raw`preview\.area`),
  search: area('site-search'),
};
export const places = Object.keys(codeOf) as readonly Place[];

/** Where a file of the sources belongs that is imported late; null: every device has it. */
export function placeOf(source: string): Place | null {
  return places.find((place) => codeOf[place].test(source)) ?? null;
}

/** What a page hands to another thread. Vite's manifest does not name them; so far only pages for staff have some. */
const threads = /(^|\/)[^/]+\.worker-[^/]+\.js$/u;

/**
 * Sorts the files of a build.
 * @param files what may be kept by everybody, named without a slash before them, as the manifest has them
 * @returns the files of each part, those of the classroom in no other; a part also has what its pages need and `files` lacks
 */
export function partsOf(files: readonly string[], chunks: Chunks): Readonly<Record<Part, readonly string[]>> {
  const keys = Object.keys(chunks);
  const placesIn = (key: string) => (chunks[key]?.asked ?? [key]).map(placeOf);
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
  const partOf = (kept: readonly string[]) => {
    const needed = filesFrom(
      keys.filter((key) => kept.includes(chunks[key]?.file ?? '')),
      onlyStatic,
      () => false,
    );
    return [...new Set([...kept, ...needed])].filter((file) => !here.has(file) && !letters.test(file));
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
