import { describe, expect, it } from 'vitest';
import { documentOf, picturesIn } from '#contract/works/document.rules.ts';
import type { OwnChapter } from '#contract/writing/own-rows.schema.ts';
import { sampleOwnWork } from '#tests/support/screen-samples.ts';
import { addPages, type Adding } from './add-pages.ts';
import type { FilePage } from './file-pages.ts';
import { UnusableFileError } from '#src/desk/unusable-file.ts';

const work = sampleOwnWork({ id: 'book', kind: 'book', title: 'The hen' });

const page = (id: string, place: number, words = ''): OwnChapter => ({
  id,
  work_id: work.id,
  place,
  title: '',
  document: documentOf(words),
  version: null,
  others: [],
});

const file = (name: string, make?: FilePage['make']): FilePage => ({
  name,
  number: null,
  make:
    make ??
    (() => Promise.resolve({ picture: { media_type: 'image/png', bytes: new Uint8Array(3) }, alt: name })),
});

/** What was enqueued: the name of each call with what says which. */
function recorder(fullAt = Infinity) {
  const calls: [name: string, about: unknown][] = [];
  let kept = 0;
  const heard: Adding[] = [];
  const leaving = new AbortController();
  const replica = {
    keepPicture: () => {
      kept += 1;
      return kept > fullAt ? Promise.reject(new Error('full')) : Promise.resolve(String(kept).repeat(64));
    },
    enqueue: (definition: { endpoint: { name: string } }, input: { body: Record<string, unknown> }) => {
      const { document, place, cover } = input.body;
      const shown = document === undefined ? undefined : picturesIn(document as never).map(({ alt }) => alt);
      calls.push([definition.endpoint.name, shown ?? place ?? cover]);
      return Promise.resolve('id');
    },
  };
  return {
    calls,
    heard,
    leaving,
    options: {
      replica: replica as never,
      signal: leaving.signal,
      onProgress: (adding: Adding) => heard.push(adding),
    },
  };
}

describe('pages that come from files', () => {
  it('begin on the empty first page, with the first picture on the cover', async () => {
    const { calls, options } = recorder();
    const done = await addPages([file('a'), file('b')], { work, chapters: [page('one', 0)] }, options);
    expect(done).toMatchObject({ tried: 2, added: 2, refused: [], first: 'one' });
    expect(calls).toEqual([
      ['writing.saveChapter', ['a']],
      ['writing.change', '1'.repeat(64)],
      ['writing.addChapter', 1],
      ['writing.saveChapter', ['b']],
    ]);
  });

  it('come behind what is there, and change no cover', async () => {
    const { calls, options } = recorder();
    const chapters = [page('one', 0, 'Once.'), page('two', 7)];
    await addPages([file('a')], { work, chapters }, options);
    expect(calls).toEqual([
      ['writing.addChapter', 8],
      ['writing.saveChapter', ['a']],
    ]);
  });

  it('go on without one that cannot be read, and without the rest of a file that takes too long', async () => {
    const { calls, options } = recorder();
    const fail = (trouble: 'page' | 'too_slow') => () => Promise.reject(new UnusableFileError(trouble));
    const pages = [
      file('a', fail('page')),
      { ...file('slow.pdf', fail('too_slow')), number: 1 },
      { ...file('slow.pdf'), number: 2 },
      file('b'),
    ];
    const done = await addPages(pages, { work, chapters: [page('one', 0, 'Once.')] }, options);
    expect(done).toMatchObject({ tried: 4, added: 1 });
    expect(done.refused.map(({ name, error }) => [name, error.trouble])).toEqual([
      ['a', 'page'],
      ['slow.pdf, page 1', 'too_slow'],
    ]);
    expect(calls.map(([, about]) => about)).toEqual([1, ['b']]);
  });

  it('that came before the tablet was full are in, and it is known where to go on', async () => {
    const { calls, heard, options } = recorder(2);
    const pages = ['a', 'b', 'c', 'd'].map((name) => file(name));
    await expect(addPages(pages, { work, chapters: [page('one', 0)] }, options)).rejects.toThrow('full');
    expect(heard.at(-1)).toMatchObject({ tried: 2, added: 2 });
    expect(calls.at(-1)).toEqual(['writing.saveChapter', ['b']]);
  });

  it('stop between two of them', async () => {
    const { calls, heard, leaving, options } = recorder();
    const pages = [
      file('a'),
      file('b', () => {
        leaving.abort();
        return Promise.resolve({ picture: { media_type: 'image/png', bytes: new Uint8Array(3) }, alt: 'b' });
      }),
      file('c'),
    ];
    await expect(addPages(pages, { work, chapters: [page('one', 0, 'Once.')] }, options)).rejects.toThrow();
    expect(heard.at(-1)).toMatchObject({ tried: 1, added: 1 });
    expect(calls.map(([, about]) => about)).toEqual([1, ['a']]);
  });
});
