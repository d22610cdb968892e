import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { product } from '#contract/kit/product.ts';
import { putTexts } from '#server/modules/content/put-texts.ts';
import { readTexts } from '#server/modules/content/shipped-texts.ts';
import { type ApiWorld, openApiWorld } from '../support/api-world.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
export const texts = await readTexts(path.join(project, 'server/modules/content/pages'));

const signs: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};
export const unescaped = (html: string) =>
  html.replaceAll(/&(?:lt|gt|quot|#39|amp);/gu, (sign) => signs[sign] ?? sign);

/** Text without runs of white space, which HTML does not show. */
export const shown = (text: string) => text.replaceAll(/\s+/gu, ' ').trim();

/** The program with a page to serve, and the shipped texts. A world of its own for each test file. */
export function pagesOfFile() {
  const world = {} as ApiWorld;
  /** Filled by the set-up. */
  const own = {} as { webRoot: string };

  beforeAll(async () => {
    own.webRoot = await mkdtemp(path.join(tmpdir(), 'quillshelf-web-'));
    const page = await readFile(path.join(project, 'index.html'), 'utf8');
    await writeFile(path.join(own.webRoot, 'index.html'), page.replaceAll('%PRODUCT_NAME%', product.name));
    await writeFile(
      path.join(own.webRoot, 'sharing-pictures.json'),
      JSON.stringify({ 'goals/6': '/assets/six.png', 'kinds/course': '/assets/course.png' }),
    );
    Object.assign(world, await openApiWorld({ webRoot: own.webRoot }));
    await putTexts(world.context.database, texts, world.clock.now());
  });

  afterAll(async () => {
    await world.close();
    await rm(own.webRoot, { recursive: true, force: true });
  });

  async function open(address: string, host = 'localhost') {
    const answer = await world.app.inject({
      method: 'GET',
      url: address,
      headers: { host, accept: 'text/html,*/*' },
    });
    const html = answer.body;
    const first = (pattern: RegExp) => {
      const [, found] = pattern.exec(html) ?? [];
      return found === undefined ? null : unescaped(found);
    };
    const served = /<div id="served"[^>]*>([^]*?)<\/div>/u.exec(html)?.[1] ?? null;
    return {
      status: answer.statusCode,
      headers: answer.headers,
      html,
      /** Inner HTML of what was written; null where the page is the app alone. */
      served,
      /** Its text. */
      words: served === null ? null : shown(unescaped(served.replaceAll(/<[^>]+>/gu, ' '))),
      title: first(/<title>([^<]*)</u),
      canonical: first(/<link rel="canonical" href="([^"]*)"/u),
      heading: first(/<h1>([^<]*)</u),
      meta: (name: string) => first(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, 'u')),
      /** Content of a block of data; it holds no `<`. */
      data: (start: string): unknown => {
        const at = html.indexOf(start);
        const from = html.indexOf('>', at) + 1;
        return at === -1 ? null : JSON.parse(html.slice(from, html.indexOf('<', from)));
      },
    };
  }

  return { world, open };
}
