import { deviceStorage } from './device-storage.ts';
import { hasDatabases } from './has-databases.ts';
import { loadPatiently } from './late-code.ts';
import { loadCore } from './load-core.ts';
import { report } from './report.ts';
import { sessionKeys } from './session-keys.ts';

const load = () => loadCore(() => import('#src/sync/ended-sessions.ts'));
const loadCode = () => loadPatiently(load);

/** The name of the session that stands in local storage; null where none does, or one of a time in which they had none. */
export function sessionName(): string | null {
  return deviceStorage.getItem(sessionKeys.session);
}

/** Notes on the disk that this session is over. Nobody waits for it. */
export function noteEnded(name: string): void {
  loadCode()
    .then(({ core, environment }) => core.noteEndedSession(environment, name))
    .catch(report);
}

/** Whether the browser brought back a session that had ended, as after a crash. */
export async function isOfBeforeItsEnd(): Promise<boolean> {
  const name = sessionName();
  if (name === null || !(await hasDatabases())) return false;
  const { core, environment } = await loadCode();
  return (await core.hasSessionEnded(environment, name)) && sessionName() === name;
}
