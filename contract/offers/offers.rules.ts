import { apiPrefix } from '../kit/http.ts';

/** Where a page of an offered book is fetched, by those who decide about it alone. */
export function offeredPagePath({ id }: { id: string }, sha256: string): string {
  return `${apiPrefix}/book-offers/${id}/pages/${sha256}/`;
}

/** Where the link in the e-mail leads. The token stands behind a `#`: no server is told. */
export function offerLink(origin: string, token: string): string {
  return `${origin}/uploadbook?confirm=1#token=${token}`;
}
