import { paths } from '../kit/paths.ts';
import { publicPaths } from '../kit/public-paths.ts';
import type { RequestKind } from './requests.schema.ts';

/** Where each form stands in the app. */
export const requestPages = {
  contact: paths.contact(),
  'report-a-problem': publicPaths.problem(),
  'request-a-tour': publicPaths.tour(),
  'bulk-enrolment': publicPaths.enrolment(),
} as const satisfies Record<RequestKind, string>;

/** Where those read them whom they came to; `id` in the query opens one. */
export const requestsAt = {
  school: publicPaths.schoolRequests,
  platform: publicPaths.platformRequests,
} as const;

/** Those that a link in an e-mail confirms before anybody looks at them. */
export const isConfirmed = (kind: RequestKind): boolean =>
  kind === 'request-a-tour' || kind === 'bulk-enrolment';

/** Where the link in the e-mail leads. What is secret stands behind a `#`: no server is told. */
export function confirmLink(origin: string, kind: RequestKind, token: string): string {
  return `${origin}${requestPages[kind]}?confirm=1#token=${token}`;
}

/** Where who sent it reads how far it is. */
export function progressLink(
  origin: string,
  kind: RequestKind,
  { reference, secret }: { reference: string; secret: string },
): string {
  return `${origin}${requestPages[kind]}?reference=${reference}#secret=${secret}`;
}
