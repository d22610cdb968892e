import type { BrowserContext } from 'playwright';
import { backgroundSyncTag } from '#src/sync/browser-environment.ts';

/**
 * What a browser does once there is a network: it tells the worker. The shell in which tests run has no Background Sync of its
 * own, so the event comes from inside the worker. Resolves when the worker is done.
 * @throws Error where the worker asks to be woken another time
 */
export async function wakeWorker(context: BrowserContext): Promise<void> {
  // One that was put to sleep and woke again is another of the list.
  const worker = context.serviceWorkers().at(-1);
  if (!worker) throw new Error('No worker is here.');
  await worker.evaluate(async (tag) => {
    const waitedFor: Promise<unknown>[] = [];
    const event = Object.defineProperties(new Event('sync'), {
      tag: { value: tag },
      waitUntil: { value: (work: Promise<unknown>) => waitedFor.push(work) },
    });
    globalThis.dispatchEvent(event);
    if (waitedFor.length === 0) throw new Error('The worker does not hear of it.');
    await Promise.all(waitedFor);
  }, backgroundSyncTag);
}
