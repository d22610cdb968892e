import * as v from 'valibot';
import { withDeviceDatabase } from './device-database.ts';
import type { SyncEnvironment } from './environment.ts';

const fact = 'ended_sessions';

/** A browser brings back minutes, in which hardly so many people come and go. */
const remembered = 50;

const Names = v.fallback(v.array(v.string()), []);

/**
 * Notes that a session ended on this tablet, by the name it has there; when this resolves it is on the disk. Local storage, where the
 * session stands, is written a minute later at times: a tablet whose battery is pulled out then comes back with whoever had left.
 */
export function noteEndedSession(environment: SyncEnvironment, name: string): Promise<void> {
  return withDeviceDatabase(environment, (device) =>
    device.together(async (facts) => {
      const before = v.parse(Names, await facts.readFact(fact));
      const others = before.filter((each) => each !== name);
      await facts.writeFact(fact, [...others, name].slice(-remembered));
    }),
  );
}

/** Whether a session that stands in local storage ended here. */
export function hasSessionEnded(environment: SyncEnvironment, name: string): Promise<boolean> {
  return withDeviceDatabase(environment, async (device) =>
    v.parse(Names, await device.readFact(fact)).includes(name),
  );
}
