import * as v from 'valibot';
import { hexOf } from '#contract/kit/hex.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { ApiProblem, type ApiClient } from './api-client.ts';
import { withDeviceDatabase } from './device-database.ts';
import type { SyncEnvironment } from './environment.ts';

const fact = 'ended_sessions';
const toEnd = 'session_to_end ';

/** A browser brings back minutes, in which hardly so many people come and go. */
const remembered = 50;

const Names = v.fallback(v.array(v.string()), []);

/** A session that ended on this tablet. */
export interface EndedSession {
  /** That it has in local storage; null for one of a time in which they had none. */
  name: string | null;
  /** Its refresh token, which the school still takes; null where the school ended the session. */
  refresh: string | null;
}

/** The token itself is never written: its hash is all that the school needs to end the session, and signs nobody in. */
async function hashOf({ crypto }: Pick<SyncEnvironment, 'crypto'>, refresh: string): Promise<string> {
  return hexOf(await crypto.digest('SHA-256', new TextEncoder().encode(refresh)));
}

/**
 * Notes that a session ended on this tablet; when this resolves it is on the disk. Local storage, where the session stands, is
 * written a minute later at times: a tablet whose battery is pulled out then comes back with whoever had left.
 */
export async function noteEndedSession(
  environment: SyncEnvironment,
  { name, refresh }: EndedSession,
): Promise<void> {
  const hash = refresh === null ? null : await hashOf(environment, refresh);
  await withDeviceDatabase(environment, (device) =>
    device.together(async (facts) => {
      if (hash !== null) await facts.writeFact(toEnd + hash, true);
      if (name === null) return;
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

/** The school has ended the session of this refresh token. */
export async function forgetSessionToEnd(environment: SyncEnvironment, refresh: string): Promise<void> {
  const name = toEnd + (await hashOf(environment, refresh));
  await withDeviceDatabase(environment, (device) => device.deleteFact(name));
}

/**
 * Ends at school the sessions that ended here while it could not be reached. Twice does no harm.
 * @throws ApiProblem, NoNetworkError, UnreadableAnswerError where the school did not decide; the rest stays noted
 */
export async function endNotedSessions(environment: SyncEnvironment, api: ApiClient): Promise<void> {
  const names = await withDeviceDatabase(environment, (device) => device.factNames(toEnd));
  for (const name of names) {
    try {
      const body = { refresh_hash: name.slice(toEnd.length) };
      await api.call(identityEndpoints.signOut, { body });
    } catch (error) {
      // After a no for good it is not asked again.
      if (!(error instanceof ApiProblem) || error.status >= 500 || error.status === 429) throw error;
    }
    await withDeviceDatabase(environment, (device) => device.deleteFact(name));
  }
}
