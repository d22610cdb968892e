/** Where a link in an article leads: to another article, to a page of the app, or, null, to nowhere that it may. */
export type HelpTarget = { article: string } | { page: string } | null;

export function helpTarget(link: string): HelpTarget {
  const [, article] = /^\?help=([a-z0-9-]+)$/u.exec(link) ?? [];
  if (article !== undefined) return { article };
  // Two slashes, or one each way, would lead to another host.
  return /^\/(?![/\\])[\w/?=%.-]*$/u.test(link) ? { page: link } : null;
}
