import { ApiProblem } from '#src/sync/api-client.ts';

/** A field that names what was asked for: `userId`, `class_id`. */
const namesIt = /(?:^|_)id$|Id$/u;

/** True where the server says that what was asked for does not exist, or is no address of anything: trying again does not help. */
export function isGone(error: unknown): boolean {
  if (!(error instanceof ApiProblem)) return false;
  const wrong = Object.keys(error.errors);
  const isNoAddress = error.status === 400 && wrong.length > 0 && wrong.every((field) => namesIt.test(field));
  return error.status === 404 || error.status === 410 || isNoAddress;
}
