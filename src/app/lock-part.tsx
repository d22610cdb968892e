import { product } from '#contract/kit/product.ts';
import { IdleLock } from '#src/features/identity/lock/idle-lock.tsx';
import { anyFormDirty } from '#src/ui/dirty-forms.ts';
import { answerTabs, isAnyTabBusy } from './updates/tab-talk.ts';
import { lazyPage } from '#src/session/late-code.ts';

const Scanner = lazyPage(async () => (await import('#src/features/scanner/qr-scanner.tsx')).QrScanner);

const channel = 'BroadcastChannel' in window ? new BroadcastChannel(`${product.slug}-unsaved`) : null;
if (channel) answerTabs(channel, anyFormDirty);

/** True where something that was typed, in any tab, would be lost if the person left now. */
async function hasUnsaved(): Promise<boolean> {
  return anyFormDirty() || (channel !== null && (await isAnyTabBusy(channel)));
}

export function LockPart() {
  return <IdleLock hasUnsaved={hasUnsaved} Scanner={Scanner} />;
}
