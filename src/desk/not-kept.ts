import { report } from '#src/session/report.ts';
import { DeviceFullError } from '#src/sync/quota.ts';
import { notify } from '#src/ui/notify.tsx';

/**
 * Says why something is not on this tablet. What nobody could expect is reported too.
 * @param what begins the sentence
 */
export function sayNotKept(error: unknown, what = 'This'): void {
  if (error instanceof DeviceFullError) return notify.error(error.message);
  report(error);
  notify.error(`${what} could not be kept on this tablet. Please tell your teacher.`);
}
