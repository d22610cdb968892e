import { keepPart, type KeptPart } from '#contract/kit/kept-parts.ts';

/** Asks the worker to keep a part of the app on this device; where there is no worker, nothing is kept anyway. */
export async function askToKeep(part: KeptPart): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(keepPart(part));
}
