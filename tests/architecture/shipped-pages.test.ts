import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readProject } from './import-graph.ts';
import { labelsOf } from './shown-texts.ts';

// A lesson tells a child what to tap. Who changes a label hears here which pages speak of it.

const folder = fileURLToPath(new URL('../../server/modules/content/pages', import.meta.url));
const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.md')).sort();
const texts = await Promise.all(
  files.map(async (file) => [file, await readFile(path.join(folder, file), 'utf8')] as const),
);

/** What a reader is told to tap, and the steps and cards to go to. */
function labelsIn(text: string): string[] {
  const told =
    /(?:\b[Tt]ap|\bthe (?:step|card|steps|cards)|\bcalled) ((?:(?:, then |, | and )?(?:“[^”]+”|\*\*[^*]+\*\*))+)/gu;
  return [...text.replaceAll('’', "'").matchAll(told)].flatMap(([, names = '']) =>
    [...names.matchAll(/“([^”]+)”|\*\*([^*]+)\*\*/gu)].map(([, quoted, bold]) =>
      (quoted ?? bold ?? '').replace(/[,.]$/u, ''),
    ),
  );
}

const isShown = labelsOf(readProject());

describe('the pages that come with the program', () => {
  it('are read for what they tell to tap', () => {
    expect(labelsIn('Tap “Finish”, then “Hand it in”. Or tap **More**, **Earlier versions**.')).toEqual([
      'Finish',
      'Hand it in',
      'More',
      'Earlier versions',
    ]);
    expect(texts.flatMap(([, text]) => labelsIn(text)).length).toBeGreaterThan(100);
  });

  it.each(texts.filter(([, text]) => labelsIn(text).length > 0))(
    'call what stands on the screen by the name that it has there: %s',
    (_file, text) => {
      expect(labelsIn(text).filter((label) => !isShown(label))).toEqual([]);
    },
  );
});
