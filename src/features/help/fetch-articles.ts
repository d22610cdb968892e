import { helpEndpoints } from '#contract/help/help.endpoints.ts';
import { publicHelp, type Faq, type HelpRole } from '#contract/help/help.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import type { User } from '#contract/identity/identity.schema.ts';
import { deviceStorage } from '#src/session/device-storage.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { writeKept } from './kept-articles.ts';

/** Under whose name the articles for somebody are kept. */
export function audienceOf(user: Pick<User, 'role'> | null): HelpRole {
  return user?.role ?? publicHelp;
}

/**
 * Fetches the articles of whoever is signed in, and keeps them on this device.
 * @throws ApiProblem, NoNetworkError or UnreadableAnswerError, as `ApiClient.call` does
 */
export async function fetchArticles(
  api: ApiClient,
  audience: HelpRole,
  signal?: AbortSignal,
): Promise<readonly Faq[]> {
  const { results } = await api.call(
    helpEndpoints.list,
    { query: { limit: limits.pageMaximum } },
    signal ? { signal } : {},
  );
  writeKept(deviceStorage, audience, { fetched: Date.now(), articles: results });
  return results;
}
