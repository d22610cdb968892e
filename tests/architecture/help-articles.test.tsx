import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { helpTarget } from '#contract/help/help.rules.ts';
import { publicHelp } from '#contract/help/help.schema.ts';
import type { Role } from '#contract/kit/roles.ts';
import { readArticles, type Article } from '#server/modules/help/articles.ts';
import { pageAt } from './app-pages.ts';
import { readProject } from './import-graph.ts';
import { labelsOf } from './shown-texts.ts';

// An article tells what stands on the screen. Who changes a page or a label hears here which articles speak of it.

const tree = readProject();
const articles = await readArticles(
  path.resolve(fileURLToPath(import.meta.url), '../../../server/modules/help/articles'),
);

const plain = (html: string) =>
  html
    .replaceAll(/<[^>]+>/gu, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('’', "'");

const isShown = labelsOf(tree);

/** Names that an article gives as they stand on the screen: in bold, or in the marks of a quotation. */
function labelsIn({ title, body }: Article): string[] {
  const bold = [...body.matchAll(/<strong>([^]*?)<\/strong>/gu)].map(([, label = '']) => plain(label));
  const inMarks = [...plain(`${title} ${body}`).matchAll(/“([^”]+)”/gu)].map(([, label = '']) => label);
  return [...bold, ...inMarks];
}

function mayEnter(article: Article, page: ReturnType<typeof pageAt>): boolean {
  if (page === null) return false;
  if (page.roles === null) return true;
  // What everybody may read leads only to where everybody may go.
  return !article.isPublic && article.role !== publicHelp && page.roles.includes(article.role);
}

describe('the pages of the app', () => {
  it.each<[string, readonly Role[] | null]>([
    ['/faq?article=x', null],
    ['/library/the-fox/2', null],
    ['/upload-blog', ['student', 'teacher', 'teacher_admin', 'school_admin']],
    ['/storyedit', ['student', 'teacher', 'teacher_admin', 'school_admin']],
    ['/admin-school/school-modes', ['school_admin', 'organization_admin']],
    ['/admin-organization/schools', ['organization_admin']],
  ])('%s is found with who may enter it', (address, roles) => {
    expect(pageAt(address)?.roles).toEqual(roles);
  });

  it('do not have what was never there', () => {
    for (const address of ['/nothing', '/admin-school/nothing', '/faq/2']) expect(pageAt(address)).toBeNull();
  });
});

describe('what is shown', () => {
  it.each(['Add Students', 'Add 12 students', 'Replace all cards of the school', 'Add to Home Screen'])(
    'has %s in it',
    (label) => expect(isShown(label)).toBe(true),
  );

  it.each(['Add pupils', 'Print the cards', 'Go away', '12'])('has no %s in it', (label) => {
    expect(isShown(label)).toBe(false);
  });
});

describe.each(articles.map((article) => [`${article.role}: ${article.id}`, article] as const))(
  'the article %s',
  (_name, article) => {
    it('leads only to articles that are there and to pages that its reader may enter', () => {
      const lost = [...article.body.matchAll(/href="([^"]+)"/gu)]
        .map(([, link = '']) => link)
        .filter((link) => {
          const target = helpTarget(link);
          if (target === null) return true;
          return 'article' in target
            ? articles.every(({ id }) => id !== target.article)
            : !mayEnter(article, pageAt(target.page));
        });
      expect(lost).toEqual([]);
    });

    it('calls what stands on the screen by the name that it has there', () => {
      expect(labelsIn(article).filter((label) => !isShown(label))).toEqual([]);
    });
  },
);
