import { paths } from '../kit/paths.ts';
import { publicPaths } from '../kit/public-paths.ts';
import type { InvitedSchool, RequestKind } from './requests.schema.ts';

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

/** Days after which a school that did not answer may be written to once more. */
const quietDays = 7;
const day = 24 * 60 * 60 * 1000;

/** Whether a school of a list gets the second letter, which is the last one. */
export function mayRemind(
  { state, invited_at, reminded_at }: Pick<InvitedSchool, 'state' | 'invited_at' | 'reminded_at'>,
  now: Date,
): boolean {
  if (state !== 'invited' || invited_at === null || reminded_at !== null) return false;
  return now.getTime() - Date.parse(invited_at) >= quietDays * day;
}

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
