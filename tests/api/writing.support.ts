import { uuidv7 } from 'uuidv7';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { documentOf, textOf } from '#contract/works/document.rules.ts';
import { writingEndpoints } from '#contract/writing/writing.endpoints.ts';
import type { Caller } from '../support/api-world.ts';
import { beginWork } from '../support/authors.ts';
import { worldOfFile } from '../support/world-of-file.ts';

export const texts = (versions: readonly { document: Parameters<typeof textOf>[0] }[] = []) =>
  versions.map(({ document }) => textOf(document));

export type Story = Awaited<ReturnType<ReturnType<typeof writingOfFile>['write']>>;

/** Two schools, and what their authors write. A world of its own for each test file. */
export function writingOfFile() {
  const { world, greenfield, riverside } = worldOfFile();

  /** A story of a caller with words in its one chapter. */
  async function write(author: Caller, text = 'Once there was a kite.') {
    const { id, chapterId } = await beginWork(world, author);
    const version = uuidv7();
    const params = { workId: id, chapterId };
    if (text !== '')
      await world.call(author, writingEndpoints.saveChapter, {
        params,
        body: { version, based_on: null, title: 'One', document: documentOf(text) },
      });
    return { id, chapterId, version, params, of: { params: { workId: id } } };
  }

  async function save(
    author: Caller,
    { params }: Story,
    text: string,
    based_on: string | null,
    settles: string[] = [],
  ) {
    const version = uuidv7();
    await world.call(author, writingEndpoints.saveChapter, {
      params,
      body: { version, based_on, title: 'One', document: documentOf(text), settles },
    });
    return version;
  }

  /** What a device of theirs holds of a story. */
  async function onDevice(caller: Caller, { id, chapterId }: Story) {
    const { scopes } = await world.call(caller, syncEndpoints.pull, {
      body: { client_id: uuidv7(), cursor: null },
    });
    const works = scopes.flatMap(({ tables }) => tables.works?.rows ?? []);
    const chapters = scopes.flatMap(({ tables }) => tables.chapters?.rows ?? []);
    return {
      work: works.find((row) => row.id === id),
      chapter: chapters.find((row) => row.id === chapterId),
    };
  }

  return { world, greenfield, riverside, write, save, onDevice };
}
