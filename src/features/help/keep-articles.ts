import { apiClient } from '#src/session/api.ts';
import { deviceStorage } from '#src/session/device-storage.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { ApiProblem, NoNetworkError } from '#src/sync/api-client.ts';
import { audienceOf, fetchArticles } from './fetch-articles.ts';
import { readKept } from './kept-articles.ts';

/** Milliseconds after which articles are fetched again although nobody looks into them. */
const freshness = 24 * 60 * 60 * 1000;

/** Fetches the articles before anybody looks for them, so that they are here when there is no network. */
export async function keepArticles(): Promise<void> {
  const audience = audienceOf(useSessionStore.getState().user);
  const kept = readKept(deviceStorage, audience);
  // A clock that was put back must not keep old ones for ever.
  if (kept && Math.abs(Date.now() - kept.fetched) < freshness) return;
  try {
    await fetchArticles(apiClient, audience);
  } catch (error) {
    // The next start, or the network's return, asks again. A session may end on the way, which is said elsewhere.
    const isEnded = error instanceof ApiProblem && error.status === 401;
    if (!isEnded && !(error instanceof NoNetworkError)) console.error(error);
  }
}
