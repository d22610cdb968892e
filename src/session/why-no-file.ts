import { cannotBeReached } from '#src/lib/reach-words.ts';
import { isMissingCode } from './late-code.ts';
import { report } from './report.ts';

/** Why a sheet that can be printed too could not be made into a file. Reports an error that nobody expects. */
export function whyNoFile(error: unknown): string {
  if (isMissingCode(error)) return `${cannotBeReached} Please try again later, or print it.`;
  report(error);
  return 'The file could not be made. Please try again, or print it.';
}
