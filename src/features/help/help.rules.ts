import { publicHelp, type Faq, type HelpRole } from '#contract/help/help.schema.ts';
import { roleName } from '#src/session/dashboards.ts';
import { TextIndex } from '#src/lib/text-index.ts';

/** What is written on a role's chip. */
export function helpRoleName(role: HelpRole): string {
  return role === publicHelp ? 'Platform success' : roleName(role);
}

/** Whose articles there are, in their order. */
export function rolesOf(articles: readonly Faq[]): HelpRole[] {
  return [...new Set(articles.map(({ role }) => role))];
}

/** The words of an article as one reads them. */
function wordsOf({ section, title, body }: Faq): string {
  const text = new DOMParser().parseFromString(body, 'text/html').body.textContent;
  return `${title} ${section} ${text}`;
}

/** Finds articles by their words, those whose title has them first. */
export function indexOf(articles: readonly Faq[]): Pick<TextIndex<Faq>, 'find'> {
  const [titles, all] = [new TextIndex(articles, ({ title }) => title), new TextIndex(articles, wordsOf)];
  return {
    find(text) {
      const titled = new Set(titles.find(text));
      return all.find(text).toSorted((one, other) => Number(titled.has(other)) - Number(titled.has(one)));
    },
  };
}

export interface HelpSection {
  name: string;
  articles: readonly Faq[];
}

/** The articles under their sections, each where its first article stands. */
export function sectionsOf(articles: readonly Faq[]): HelpSection[] {
  const sections = new Map<string, Faq[]>();
  for (const article of articles) {
    const present = sections.get(article.section);
    if (present) present.push(article);
    else sections.set(article.section, [article]);
  }
  return Array.from(sections, ([name, within]) => ({ name, articles: within }));
}
