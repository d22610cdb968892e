import { ApiProblem, type TokenSource } from '#src/sync/api-client.ts';
import { renewalDelay } from '#src/sync/backoff.ts';
import type { Session, TokenPair, User } from '#contract/identity/identity.schema.ts';
import type { KeyValueStorage } from './device-storage.ts';
import { readUser, sessionKeys } from './session-keys.ts';

/** Runs `work` alone among all tabs of this device; the others wait. */
export type RunAlone = <Result>(work: () => Promise<Result>) => Promise<Result>;

interface TokenOptions {
  storage: KeyValueStorage;
  runAlone: RunAlone;
  /** @throws ApiProblem for a refusal, anything else where no answer came */
  renew: (refreshToken: string) => Promise<TokenPair>;
  /** The server refused the refresh token: the session is over. */
  onRefused: () => void;
  offline: OfflineStart;
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
  /** From 0 up to, but not including, 1. */
  random: () => number;
}

/** A token source that pauses between tries without an answer. */
export interface PausingTokenSource extends TokenSource {
  /** The network may be back, or somebody looks: the next call asks at once. */
  readonly wake: () => void;
}

/** What becomes of a session that began without a network. */
export interface OfflineStart {
  /** Null where the school does not let this person in. @throws where it did not decide */
  exchange: (user: User) => Promise<Session | null>;
  /** The session has its tokens now, and this is the person as the school has it. */
  onExchanged: (user: User) => void;
  onNotLetIn: () => void;
  /** Nobody needs this session: whoever it is for has left meanwhile. */
  discard: (session: Session) => void;
}

type Outcome = 'refreshed' | 'refused' | 'no_network';

/** The tokens in local storage, renewed once for all tabs: whoever comes second takes what the first one got. */
export function createTokenSource(options: TokenOptions): PausingTokenSource {
  const { storage, runAlone, renew, onRefused, offline, now, random } = options;
  const access = () => storage.getItem(sessionKeys.accessToken);
  let failures = 0;
  let pausedUntil = -Infinity;

  function wake(): void {
    failures = 0;
    pausedUntil = -Infinity;
  }

  /** Every call needs a token: without a pause each of them would ask a school that does not answer. */
  function pause(error: unknown): 'no_network' {
    failures += 1;
    const retryAfter = error instanceof ApiProblem ? error.retryAfter : null;
    pausedUntil = now() + renewalDelay(failures, random(), retryAfter);
    return 'no_network';
  }

  async function refreshAlone(rejected: string | null): Promise<Outcome> {
    const present = access();
    const refreshToken = storage.getItem(sessionKeys.refreshToken);
    if (present !== null && present !== rejected) return 'refreshed';
    if (now() < pausedUntil) return 'no_network';
    // Without an access token the refresh token still renews: browsers and clean-up tools remove keys one by one.
    if (refreshToken === null) return await beginAlone();
    try {
      const pair = await renew(refreshToken);
      wake();
      // Somebody signed out, or in as another, while the answer was on its way: these tokens are nobody's now.
      if (storage.getItem(sessionKeys.refreshToken) !== refreshToken)
        return access() === null ? 'refused' : 'refreshed';
      storage.setItem(sessionKeys.accessToken, pair.access);
      storage.setItem(sessionKeys.refreshToken, pair.refresh);
      return 'refreshed';
    } catch (error) {
      // Only an explicit refusal ends a session: a timeout, a 5xx or "too many" does not.
      if (!(error instanceof ApiProblem) || error.status !== 401) return pause(error);
      if (storage.getItem(sessionKeys.refreshToken) === refreshToken) onRefused();
      return 'refused';
    }
  }

  /** The first tokens of a session that began without a network. */
  async function beginAlone(): Promise<Outcome> {
    const name = storage.getItem(sessionKeys.offlineSession);
    const user = readUser(storage);
    if (name === null || user === null) return 'refused';
    let session: Session | null;
    try {
      session = await offline.exchange(user);
      wake();
    } catch (error) {
      return pause(error);
    }
    const present = storage.getItem(sessionKeys.offlineSession);
    if (present !== name) {
      // The child left while the answer was on its way, and another may be here by now, whose turn comes.
      if (session) offline.discard(session);
      if (access() !== null) return 'refreshed';
      return present === null ? 'refused' : 'no_network';
    }
    if (session === null) {
      offline.onNotLetIn();
      return 'refused';
    }
    storage.setItem(sessionKeys.accessToken, session.access);
    storage.setItem(sessionKeys.refreshToken, session.refresh);
    offline.onExchanged(session.user);
    return 'refreshed';
  }

  return {
    access,
    wake,
    async refresh(rejected) {
      // Nobody is signed in, or somebody whose session another tab is about to write: there is nothing to take turns for.
      const hasNothing = [
        sessionKeys.accessToken,
        sessionKeys.refreshToken,
        sessionKeys.offlineSession,
      ].every((key) => storage.getItem(key) === null);
      return hasNothing ? 'refused' : await runAlone(() => refreshAlone(rejected));
    },
  };
}

/**
 * The same tokens as long as they are this person's, and none otherwise. What acts for one person (the offline core) must
 * never act as the next one who signs in in another tab.
 */
export function tokensOf(userId: string, tokens: TokenSource, storage: KeyValueStorage): TokenSource {
  const access = () => {
    // The token is read before the person is, see `writeSession`.
    const token = tokens.access();
    return readUser(storage)?.id === userId ? token : null;
  };
  return {
    access,
    refresh: async (rejected) => {
      if (readUser(storage)?.id !== userId) return 'refused';
      const outcome = await tokens.refresh(rejected);
      return outcome === 'refreshed' && access() === null ? 'refused' : outcome;
    },
  };
}

/** All tabs share a Web Lock. Without one (plain HTTP from another address) there is at least one turn a tab. */
export function runAloneAcrossTabs(locks: LockManager | undefined, name: string): RunAlone {
  let turn: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>) => {
    if (locks) return locks.request(name, work) as Promise<Result>;
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };
}
