import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';
import { ContentBlock } from '#contract/content/blocks.schema.ts';
import { contentKinds, type ContentKind } from '#contract/content/content.rules.ts';
import { ContentHead, Slug } from '#contract/content/content.schema.ts';
import { stepLacks } from '#contract/content/steps.rules.ts';
import { sha256 } from '#server/platform/sha256.ts';
import { documentOfMarkdown } from './words-document.ts';

/** A page as it comes with the program. */
export interface ShippedText {
  kind: ContentKind;
  slug: string;
  /** The slug of a lesson's course. */
  parent: string | null;
  place: number | null;
  head: ContentHead;
  blocks: ContentBlock[];
  /** Of the file. */
  sha256: Buffer;
}

const Place = v.object({ parent: v.optional(Slug), place: v.optional(v.number()) });

/**
 * Reads one text: a YAML head between two lines of `---`, then blocks `:::kind #id key=value` … `:::`. The body of a text or callout is
 * Markdown, that of others YAML.
 * @throws Error that names the file and what is wrong with it
 */
export function readText(file: string, source: string, kind: ContentKind): ShippedText {
  const slug = path.basename(file, '.md');
  try {
    const [, headSource, body = ''] = /^---\n([^]*?)\n---\n([^]*)$/u.exec(source) ?? [];
    if (headSource === undefined) throw new Error('it has no head');
    const { parent, place, ...head } = fieldsOf(headSource);
    const where = v.parse(Place, { parent, place });
    const blocks = blocksOf(body);
    const ids = blocks.map(({ id }) => id);
    const twice = ids.find((id, at) => ids.indexOf(id) !== at);
    if (twice !== undefined) throw new Error(`two blocks have the id ${twice}`);
    const [step] = stepLacks(blocks);
    if (step) throw new Error(`${step.block ?? ''} ${step.field}: ${step.lacks}`);
    return {
      kind,
      slug: v.parse(Slug, slug),
      parent: where.parent ?? null,
      place: where.place ?? null,
      head: v.parse(ContentHead, { ...head, kind }),
      blocks,
      sha256: sha256(Buffer.from(source)),
    };
  } catch (error) {
    throw new Error(`${kind}/${file}: ${error instanceof Error ? explain(error) : 'it cannot be read'}`, {
      cause: error,
    });
  }
}

function explain(error: Error): string {
  if (!v.isValiError(error)) return error.message;
  return error.issues.map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`).join('; ');
}

function fieldsOf(source: string): Record<string, unknown> {
  const fields: unknown = parse(source);
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw new Error('a list of fields was expected');
  return { ...fields };
}

const opening = /^:::(?<kind>[a-z]+) #(?<id>[a-z0-9-]+)(?<keys>(?: [a-z_]+=[a-z0-9_-]+)*)$/u;

function blocksOf(body: string): ContentBlock[] {
  const blocks: ContentBlock[] = [];
  let open: { kind: string; id: string; keys: Record<string, string>; lines: string[] } | null = null;
  for (const line of body.split('\n')) {
    const { kind = '', id = '', keys = '' } = opening.exec(line)?.groups ?? {};
    if (!open && kind !== '') {
      const pairs = keys.trim().split(' ').filter(Boolean);
      open = { kind, id, lines: [], keys: Object.fromEntries(pairs.map((pair) => pair.split('='))) as never };
    } else if (!open) {
      if (line.trim() !== '') throw new Error(`“${line}” stands outside of blocks`);
    } else if (line === ':::') {
      blocks.push(blockOf(open));
      open = null;
    } else {
      open.lines.push(line);
    }
  }
  if (open) throw new Error(`the block ${open.id} does not end`);
  return blocks;
}

function blockOf(block: {
  kind: string;
  id: string;
  keys: Record<string, string>;
  lines: string[];
}): ContentBlock {
  const { kind, id, keys, lines } = block;
  const text = lines.join('\n');
  const isText = kind === 'text' || kind === 'callout';
  try {
    const fields = isText ? { document: documentOfMarkdown(text) } : fieldsOf(text);
    return v.parse(ContentBlock, { ...keys, ...fields, kind, id });
  } catch (error) {
    throw new Error(`#${id}: ${error instanceof Error ? explain(error) : ''}`, { cause: error });
  }
}

/**
 * All texts under a folder, which has one folder for each kind; courses before their lessons.
 * @throws Error where a file is no text, or a lesson has no course
 */
export async function readTexts(root: string): Promise<readonly ShippedText[]> {
  const texts: ShippedText[] = [];
  for (const kind of contentKinds) {
    for (const file of (await readdir(path.join(root, kind))).toSorted())
      texts.push(readText(file, await readFile(path.join(root, kind, file), 'utf8'), kind));
  }
  const courses = new Set(texts.filter(({ kind }) => kind === 'course').map(({ slug }) => slug));
  const lost = texts.find(
    ({ kind, parent }) => (kind === 'lesson') !== (parent !== null && courses.has(parent)),
  );
  if (lost) throw new Error(`${lost.kind}/${lost.slug}: a lesson, and a lesson alone, has a course`);
  return texts;
}
