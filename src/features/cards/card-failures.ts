import { failureOf } from '#src/session/failure-words.ts';
import { isGone } from '#src/session/is-gone.ts';
import { isMissingCode } from '#src/session/late-code.ts';
import { NoNetworkError } from '#src/sync/api-client.ts';

/** Specification, section 8. */
export class MissingCredentials extends Error {
  override readonly name = 'MissingCredentials';

  constructor() {
    super('Failed to generate QR code: Missing credentials');
  }
}

const downloadFailed = 'Failed to download Login Info.';

/** Said wherever cards would be made while the school cannot be reached. */
export const printingWaits =
  'Printing waits for the network: the school makes the codes. Please try again when it can be reached.';

/** What to say when a card could not be made: what happened, and what to do about it where that is known. */
export function whyNoCard(error: unknown): { title: string; detail?: string; isGone?: true } {
  if (error instanceof MissingCredentials) return { title: error.message };
  // What draws is no part of the installed app: it is missing where the network goes right after the school answered.
  if (error instanceof NoNetworkError || isMissingCode(error))
    return { title: downloadFailed, detail: printingWaits };
  return { title: downloadFailed, detail: failureOf(error).text, ...(isGone(error) && { isGone: true }) };
}
