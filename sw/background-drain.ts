import { createApiClient, type TokenSource } from '#src/sync/api-client.ts';
import { workerEnvironment } from '#src/sync/browser-environment.ts';
import { OthersDrain } from '#src/sync/others-drain.ts';
import * as pictureSending from '#src/sync/send-pictures.ts';

/** A worker knows nobody's session: the tokens lie where only windows can read. What it sends goes by grants. */
const nobody: TokenSource = { access: () => null, refresh: () => Promise.resolve('refused') };

/**
 * Sends what children left on this device, while no window of the app is open. Staff have no grant; their work waits for them.
 * @throws Error where something is left that is worth another try, by which the browser knows that it has to wake us again
 */
export async function drainInBackground(origin: string): Promise<void> {
  const api = createApiClient({ origin, tokens: nobody });
  const failures: unknown[] = [];
  const others = new OthersDrain({
    environment: workerEnvironment(pictureSending),
    api,
    apiWith: () => api,
    signedIn: null,
    onFailure: (error) => failures.push(error),
  });
  const isDone = await others.drainOnce();
  others.close();
  if (!isDone) throw new Error('Not everything could be sent', { cause: failures[0] });
}
