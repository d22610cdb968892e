import type { ContentCard } from '#contract/content/content.schema.ts';
import { addressOf } from '#contract/content/content.rules.ts';
import type { Outline, OutlineItem, OutlineRun } from '#contract/content/outline.rules.ts';
import { isRightToLeft } from '#contract/kit/right-to-left.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it stands in HTML, in an attribute too. */
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/gu, (sign) => entities[sign] ?? sign);

/** A value as JSON that cannot end the script element it stands in. */
export const scriptJson = (value: unknown) =>
  JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);

function runHtml({ text, bold, italic, href }: OutlineRun): string {
  let html = escapeHtml(text);
  if (italic) html = `<em>${html}</em>`;
  if (bold) html = `<strong>${html}</strong>`;
  if (href === undefined) return html;
  const rel = href.startsWith('/') ? '' : ' rel="noreferrer"';
  return `<a href="${escapeHtml(href)}"${rel}>${html}</a>`;
}

const runsHtml = (runs: readonly OutlineRun[]) => runs.map(runHtml).join('');

function itemHtml(item: OutlineItem): string {
  switch (item.type) {
    case 'heading':
      return `<h${item.level}>${runsHtml(item.runs)}</h${item.level}>`;
    case 'paragraph':
      return `<p>${runsHtml(item.runs)}</p>`;
    case 'list': {
      const tag = item.isOrdered ? 'ol' : 'ul';
      return `<${tag}>${item.items.map((runs) => `<li>${runsHtml(runs)}</li>`).join('')}</${tag}>`;
    }
    case 'table': {
      const row = (cells: readonly string[], tag: 'td' | 'th') =>
        `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
      return `<table><thead>${row(item.head, 'th')}</thead><tbody>${item.rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`;
    }
  }
}

/** An outline as plain HTML, without the list or lessons below it. */
export function outlineHtml({ title, summary, sections }: Outline): string {
  const items = sections.flatMap((section) => section.items);
  return `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(summary)}</p>${items.map(itemHtml).join('')}`;
}

/** Pages as a list of links. */
export function cardsHtml(cards: readonly ContentCard[]): string {
  const items = cards.map(
    (card) =>
      `<li><a href="${escapeHtml(addressOf(card))}">${escapeHtml(card.title)}</a> ${escapeHtml(card.summary)}</li>`,
  );
  return items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
}

/**
 * Above the app until its page is there, so that nothing moves when it is taken away; meanwhile the app is neither seen nor read out.
 * System colours follow the scheme that the page declares. Its letters are a little larger than those of the app, so that no text of the
 * app is the largest paint.
 */
const style = `#served{position:absolute;inset:0 0 auto;z-index:9;box-sizing:border-box;min-height:100vh;padding:24px 16px 64px;background:Canvas;color:CanvasText;font:1.2rem/1.65 system-ui,sans-serif;overflow-wrap:break-word}
#served>*{max-width:44rem;margin:0 auto 1rem}
#served h1{font-size:2rem;line-height:1.2}
#served nav a{display:inline-block;margin-inline-end:1rem}
#served table{border-collapse:collapse}
#served td,#served th{border:1px solid;padding:4px 8px;text-align:start;vertical-align:top}
#served+#root{visibility:hidden}
#served+#root .late{display:none}`;

/** What is written into the page of the app. */
export interface PageParts {
  language: string;
  title: string;
  description: string;
  /** More elements of the head. */
  head: string;
  /** Plain HTML of the page. */
  body: string;
  /** The app has words of its own there: others would only flash before them, so they are for browsers without JavaScript. */
  isWithoutScript: boolean;
  /** What the app may begin with: the path of a call and its answer to a visitor. */
  data: { path: string; answer: unknown } | null;
}

/** The built page of the app with these parts in it. */
export function fillPage(template: string, parts: PageParts): string {
  const { language, title, description, head, body, isWithoutScript, data } = parts;
  const direction = isRightToLeft(language) ? 'rtl' : 'ltr';
  const served = `<div id="served" lang="${escapeHtml(language)}" dir="${direction}">${body}</div>`;
  const block =
    data === null
      ? ''
      : `<script type="application/json" id="served-data" data-path="${escapeHtml(data.path)}">${scriptJson(data.answer)}</script>`;
  const description_ = `<meta name="description" content="${escapeHtml(description)}" />`;
  // Functions, because `$` in a text means something in a replacement.
  return template
    .replace(/<html lang="[^"]*"/u, () => `<html lang="${escapeHtml(language)}"`)
    .replace(/<title>[^<]*<\/title>/u, () => `<title>${escapeHtml(title)}</title>`)
    .replace(/<meta\s+name="description"[^>]*>/u, () => description_)
    .replace(/<noscript[^>]*>[^]*?<\/noscript\s*>/u, () => '')
    .replace('</head>', () => `${head}<style>${style}</style></head>`)
    .replace(
      '<div id="root">',
      (root) =>
        `${isWithoutScript ? `<noscript>${served}<style>.late{display:none}</style></noscript>` : served}${root}`,
    )
    .replace('</body>', () => `${block}</body>`);
}
