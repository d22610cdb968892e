import type { DeviceReport } from './devices.schema.ts';

/** What a tablet signs of its report. The first line keeps a signature that was made for something else from fitting here. */
export function deviceReportMessage(report: DeviceReport): string {
  const { device_id, app_version, unsent, unsent_people } = report;
  const { free_bytes, storage_persisted, storage_wiped } = report;
  const said = [device_id, app_version, unsent, unsent_people, free_bytes, storage_persisted, storage_wiped];
  return `quillshelf device report, version 1\n${JSON.stringify(said)}`;
}

/** "Tablet 7F3K": readable and told apart at a glance, until somebody gives a better name. */
export function nameFromId(id: string): string {
  // The end of a UUIDv7 is random, its beginning is the time.
  return `Tablet ${id.slice(-4).toUpperCase()}`;
}

/** Whether a tablet can go into the cupboard, in words. */
export function putAway(unsent: number): { isSafe: boolean; text: string } {
  if (unsent === 0) return { isSafe: true, text: 'Safe to put away' };
  return { isSafe: false, text: `Not yet: ${unsent} ${unsent === 1 ? 'change' : 'changes'} not sent` };
}
