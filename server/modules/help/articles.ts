import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import MarkdownIt from 'markdown-it';
import * as v from 'valibot';
import { helpTarget } from '#contract/help/help.rules.ts';
import { helpRoles, type Faq, type HelpRole } from '#contract/help/help.schema.ts';
import { product } from '#contract/kit/product.ts';

/** An article as it is kept: for one role, and perhaps for visitors too. */
export interface Article extends Faq {
  readonly isPublic: boolean;
}

// Nothing is on but what is switched on here, so HTML in a text is text, and no other tag ever leaves the server.
const markdown = new MarkdownIt('zero').enable(['heading', 'list', 'emphasis', 'link', 'escape']);
markdown.validateLink = (link) => helpTarget(link) !== null;

/** The folders of articles, each with whom its articles are for. */
const folders: Readonly<Record<string, HelpRole>> = Object.fromEntries(
  helpRoles.map((role) => [role === product.platformRole ? 'platform_admin' : role, role]),
);

const Head = v.strictObject({
  section: v.pipe(v.string(), v.minLength(1)),
  title: v.pipe(v.string(), v.minLength(1)),
  public: v.optional(v.literal('yes')),
});

/** Three digits for the order, then what is the article's id for good. */
const fileName = /^\d{3}-([a-z0-9-]+)\.md$/u;

/**
 * Reads one article: a head of `name: value` lines between two lines of `---`, then Markdown.
 * @throws Error that names the file and what is wrong with it
 */
export function readArticle(file: string, text: string, role: HelpRole): Article {
  const [, id] = fileName.exec(file) ?? [];
  const [, head = '', body = ''] = /^---\n([^]*?)\n---\n([^]*)$/u.exec(text) ?? [];
  const fields = Object.fromEntries(
    head.split('\n').map((line) => {
      const [name = '', ...value] = line.split(': ');
      return [name, value.join(': ').trim()];
    }),
  );
  const result = v.safeParse(Head, fields);
  if (id === undefined || !result.success || body.trim() === '')
    throw new Error(`${file} is no article of the Help Center`);
  const { section, title } = result.output;
  return {
    id,
    role,
    section,
    title: title.replaceAll('%PRODUCT_NAME%', product.name),
    body: markdown.render(body.replaceAll('%PRODUCT_NAME%', product.name)).trim(),
    isPublic: result.output.public === 'yes',
  };
}

/**
 * All articles under a folder, which has one folder for each role; in the order of their file names.
 * @throws Error where a file is no article, or two have the same id
 */
export async function readArticles(root: string): Promise<readonly Article[]> {
  const articles: Article[] = [];
  for (const [folder, role] of Object.entries(folders)) {
    const files = await readdir(path.join(root, folder));
    for (const file of files.toSorted())
      articles.push(readArticle(file, await readFile(path.join(root, folder, file), 'utf8'), role));
  }
  const ids = articles.map(({ id }) => id);
  const twice = ids.find((id, place) => ids.indexOf(id) !== place);
  if (twice !== undefined) throw new Error(`Two articles of the Help Center have the id ${twice}`);
  return articles;
}
