import type { OpenShelf } from '#contract/shelves/shelves.schema.ts';

/** Where the library of a school is, seen from a page of the platform or of another school. */
export function libraryOf(
  { subdomain, verified_host }: Pick<OpenShelf, 'subdomain' | 'verified_host'>,
  site: { protocol: string; port: string; platformHost: string },
): string {
  const host =
    verified_host ?? (subdomain === null ? site.platformHost : `${subdomain}.${site.platformHost}`);
  return `${site.protocol}//${host}${site.port === '' ? '' : `:${site.port}`}/library`;
}
