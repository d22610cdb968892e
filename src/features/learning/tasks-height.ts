import { deviceStorage } from '#src/session/device-storage.ts';
import { report } from '#src/session/report.ts';
import { sessionKeys } from '#src/session/session-keys.ts';

/** How high the tasks were when the child last saw them, in pixels; 0 where nothing was set, or nobody has looked yet. */
export function heightOfTasks(): number {
  return Number(deviceStorage.getItem(sessionKeys.fromTeacher)) || 0;
}

/** A device that is full keeps none. */
export function keepHeightOfTasks(height: number): void {
  if (height === heightOfTasks()) return;
  try {
    deviceStorage.setItem(sessionKeys.fromTeacher, String(height));
  } catch (error) {
    report(error);
  }
}
