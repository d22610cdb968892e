import type { Workbox } from 'workbox-window';
import { create } from 'zustand';
import { product } from '#contract/kit/product.ts';
import { takeOver } from '#contract/kit/take-over.ts';
import { isAnyoneAtWork } from '#src/ui/dirty-forms.ts';
import { answerTabs, isAnyTabBusy } from './tab-talk.ts';
import { mayUpdate, type UpdateMoment } from './update-rules.ts';

/**
 * - `waiting`: a new version is on the device and not yet in force.
 * - `reload`: another tab put it in force while this one had something unsaved; this tab still runs the old code.
 */
type UpdateState = 'none' | 'waiting' | 'reload';

interface UpdateStore {
  state: UpdateState;
}

export const useUpdateStore = create<UpdateStore>()(() => ({ state: 'none' }));

/** Milliseconds between two looks for a new version in a tab that is never closed. */
const lookInterval = 60 * 60_000;

/** Milliseconds after which an installation is tried again that failed for the first time. */
const firstPatience = 30_000;

/** Milliseconds in which a version that was asked to take over does so. */
export const takeoverTime = 5000;

let workbox: Workbox | null = null;
let takeover: ReturnType<typeof setTimeout> | undefined;
let isAsked = false;
let isSending = false;
const channel = 'BroadcastChannel' in window ? new BroadcastChannel(`${product.slug}-updates`) : null;

/** The app says whether changes are on their way, which a reload would only repeat. */
export function reportSending(sending: boolean): void {
  isSending = sending;
}

function isBusy(): boolean {
  return isAnyoneAtWork() || isSending;
}

function reloadIntoNewVersion(): void {
  // Where a person asked and a form is unsaved, the browser asks once more.
  if (isAsked || !isAnyoneAtWork()) window.location.reload();
  else useUpdateStore.setState({ state: 'reload' });
}

/** Puts the waiting version in force if this is the moment for it. All tabs reload, each when it has nothing unsaved. */
export async function update(moment: UpdateMoment): Promise<void> {
  const { state } = useUpdateStore.getState();
  if (state === 'none') return;
  const isOtherTabBusy = moment !== 'asked' && channel !== null && !isBusy() && (await isAnyTabBusy(channel));
  if (!mayUpdate(moment, { hasUnsavedForm: isAnyoneAtWork(), isSending, isOtherTabBusy })) return;
  if (moment === 'asked') isAsked = true;
  if (state === 'reload') reloadIntoNewVersion();
  else putInForce();
}

/**
 * Chromium gives a takeover up where the old worker is wanted again in the moment in which it ends, as by a link under the
 * pointer that it gets ready for, and asking again is of no use then. It takes it up at the next page that is loaded.
 */
function putInForce(): void {
  clearTimeout(takeover);
  workbox?.messageSkipWaiting();
  takeover = setTimeout(() => {
    if (useUpdateStore.getState().state === 'waiting') reloadIntoNewVersion();
  }, takeoverTime);
}

/**
 * Installs the service worker and watches for the next one. Does nothing where browsers have none (plain HTTP).
 * @throws where the browser refuses to install it, as in some private windows
 */
export async function watchForUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const [{ Workbox: Registered }, { keepOtherLetters }] = await Promise.all([
    import('workbox-window'),
    import('./other-letters.ts'),
  ]);
  // The first worker takes an open page over without anything being new to it.
  let isControlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled) reloadIntoNewVersion();
    isControlled = true;
  });
  if (channel) answerTabs(channel, isBusy);
  const install = async () => {
    const registered = new Registered('/service-worker.js', { scope: '/' });
    workbox = registered;
    registered.addEventListener('waiting', () => useUpdateStore.setState({ state: 'waiting' }));
    registered.addEventListener('redundant', lookLater);
    await registered.register({ immediate: true });
  };
  const look = async () => {
    // One that failed the first time left nothing behind that could be brought up to date.
    const isInstalled = (await navigator.serviceWorker.getRegistration('/')) !== undefined;
    await (isInstalled ? workbox?.update() : install());
  };
  // Without a network there is nothing to be had.
  const lookIfPossible = () => void look().catch(() => undefined);
  // A part of it did not get through; where that goes on, the network is asked less and less often.
  let patience = firstPatience;
  function lookLater() {
    setTimeout(lookIfPossible, patience);
    patience = Math.min(2 * patience, lookInterval);
  }
  setInterval(lookIfPossible, lookInterval);
  window.addEventListener('online', lookIfPossible);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') lookIfPossible();
  });
  await Promise.all([install(), askToBeTakenOver(), keepOtherLetters()]);
}

/**
 * The first worker takes over the pages that are there when it comes into force. One that was on its way at that moment is not
 * among them, and would be without the app as soon as the network is gone.
 */
async function askToBeTakenOver(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller === null) active?.postMessage(takeOver);
}
