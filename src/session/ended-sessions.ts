import type { EndedSession } from '#src/sync/ended-sessions.ts';
import { deviceStorage } from './device-storage.ts';
import { hasDatabases } from './has-databases.ts';
import { loadPatiently } from './late-code.ts';
import { loadCore } from './load-core.ts';
import { report } from './report.ts';
import { sessionKeys } from './session-keys.ts';

const load = () => loadCore(() => import('#src/sync/ended-sessions.ts'));
const loadCode = () => loadPatiently(load);

/** By refresh token: what is being noted of sessions that ended in this page, until it is known whether the school heard. */
const noted = new Map<string, Promise<void>>();

/** The name of the session that stands in local storage; null where none does, or one of a time in which they had none. */
export function sessionName(): string | null {
  return deviceStorage.getItem(sessionKeys.session);
}

/** Notes on the disk that this session is over, and that the school has to hear of it. Nobody waits for it. */
export function noteEnded(session: EndedSession): void {
  const noting = loadCode()
    .then(({ core, environment }) => core.noteEndedSession(environment, session))
    .catch(report);
  if (session.refresh !== null) noted.set(session.refresh, noting);
}

/** Whether the school heard that the session of this token is over. Where it did not, it is told later, whoever is here then. */
export function noteHeard(refresh: string, isHeard: boolean): void {
  const noting = noted.get(refresh);
  noted.delete(refresh);
  noting
    ?.then(loadCode)
    .then(async ({ core, environment }) => {
      if (isHeard) await core.forgetSessionToEnd(environment, refresh);
      else environment.requestBackgroundSync?.();
    })
    .catch(report);
}

/** Whether the browser brought back a session that had ended, as after a crash. */
export async function isOfBeforeItsEnd(): Promise<boolean> {
  const name = sessionName();
  if (name === null || !(await hasDatabases())) return false;
  const { core, environment } = await loadCode();
  return (await core.hasSessionEnded(environment, name)) && sessionName() === name;
}
