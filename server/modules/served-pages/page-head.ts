import { addressOf } from '#contract/content/content.rules.ts';
import type { ContentPage } from '#contract/content/content-page.schema.ts';
import { product } from '#contract/kit/product.ts';
import { escapeHtml, scriptJson } from './page-html.ts';

export interface Sharing {
  /** `website`, `article` */
  type: string;
  title: string;
  description: string;
  url: string;
  /** Of the site that shows it. */
  siteName: string;
  language: string;
  picture: SharedPicture;
}

/** What a link looks like where it is shared. */
export interface SharedPicture {
  url: string;
  width: number;
  height: number;
  /** What is in it, for those who do not see it. */
  alt: string;
}

const meta = (name: 'property' | 'name', key: string, content: string) =>
  `<meta ${name}="${key}" content="${escapeHtml(content)}" />`;

/** Canonical address and what a sharing card shows (Open Graph). */
export function sharingHead({ type, title, description, url, siteName, language, picture }: Sharing): string {
  return [
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    meta('property', 'og:type', type),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url),
    meta('property', 'og:site_name', siteName),
    meta('property', 'og:locale', language.replace('-', '_')),
    meta('property', 'og:image', picture.url),
    meta('property', 'og:image:type', 'image/png'),
    meta('property', 'og:image:width', String(picture.width)),
    meta('property', 'og:image:height', String(picture.height)),
    meta('property', 'og:image:alt', picture.alt),
    meta('name', 'twitter:card', picture.width > picture.height ? 'summary_large_image' : 'summary'),
  ].join('');
}

/** The same page in each of its languages; the one without a language in its address is for all others. */
export function languagesHead(url: string, languages: readonly string[]): string {
  const link = (language: string, href: string) =>
    `<link rel="alternate" hreflang="${escapeHtml(language)}" href="${escapeHtml(href)}" />`;
  const isOne = languages.length === 1;
  return [
    ...languages.map((language) => link(language, isOne ? url : `${url}?language=${language}`)),
    link('x-default', url),
  ].join('');
}

/** Facts for search engines. @see https://schema.org */
export const jsonLd = (...facts: readonly object[]) =>
  `<script type="application/ld+json">${scriptJson(
    facts.length === 1
      ? { '@context': 'https://schema.org', ...facts[0] }
      : { '@context': 'https://schema.org', '@graph': facts },
  )}</script>`;

export const organization = (origin: string) => ({
  '@type': 'Organization',
  name: product.name,
  url: `${origin}/`,
  logo: `${origin}/icons/app/icon-512.png`,
});

/** A page and the way to it, in the words of schema.org. A picture film is no video, so it is not called one. */
export function factsOf(page: ContentPage, origin: string): object[] {
  const { head, card, parent } = page;
  const url = `${origin}${addressOf(card)}`;
  const said = { name: head.title, description: head.summary, url, inLanguage: card.language };
  const provider = organization(origin);
  const way = [parent, card].flatMap((each) => (each ? [each] : []));
  const crumbs = {
    '@type': 'BreadcrumbList',
    itemListElement: [
      { title: product.name, url: `${origin}/` },
      ...way.map((each) => ({ title: each.title, url: `${origin}${addressOf(each)}` })),
    ].map((each, place) => ({ '@type': 'ListItem', position: place + 1, name: each.title, item: each.url })),
  };
  switch (head.kind) {
    case 'course': {
      const timeRequired = `PT${head.minutes}M`;
      return [{ '@type': 'Course', ...said, provider, timeRequired }, crumbs];
    }
    case 'lesson':
      return [{ '@type': 'LearningResource', ...said, teaches: head.aim }, crumbs];
    case 'event': {
      const event = {
        '@type': 'Event',
        ...said,
        organizer: provider,
        eventStatus: `https://schema.org/Event${head.called_off ? 'Cancelled' : 'Scheduled'}`,
      };
      // The page stands for the place: where it is joined is told to nobody here.
      const place = head.online && {
        eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
        location: { '@type': 'VirtualLocation', url },
      };
      if (head.starts_at !== undefined) return [{ ...event, startDate: head.starts_at, ...place }, crumbs];
      const [month, day] = (head.day ?? '').split('-').map(Number);
      const eventSchedule = { '@type': 'Schedule', repeatFrequency: 'P1Y', byMonth: month, byMonthDay: day };
      return [{ ...event, eventSchedule }, crumbs];
    }
    case 'page':
      return [{ '@type': card.slug === 'about' ? 'AboutPage' : 'WebPage', ...said }, provider, crumbs];
    case 'legal':
    case 'hub':
    case 'goal':
      return [{ '@type': 'WebPage', ...said }, crumbs];
    case 'film': {
      const { address = null, transcript = [] } =
        page.blocks.flatMap((block) => (block.kind === 'film' && block.video ? [block.video] : []))[0] ?? {};
      if (address === null) return [{ '@type': 'CreativeWork', ...said }, crumbs];
      const video = {
        contentUrl: `${origin}${address}`,
        thumbnailUrl: `${origin}/pictures/kinds/film.svg`,
        encodingFormat: 'video/mp4',
        duration: `PT${head.seconds}S`,
        uploadDate: page.live_from,
        transcript: transcript.join(' '),
      };
      return [{ '@type': 'VideoObject', ...said, ...video }, crumbs];
    }
    case 'challenge':
      return [{ '@type': 'CreativeWork', ...said }, crumbs];
  }
}
