import { healthEndpoints } from '#contract/health/health.endpoints.ts';
import { apiClient } from '#src/session/api.ts';
import { tabStorage } from '#src/session/device-storage.ts';
import { isAnyoneAtWork } from '#src/ui/dirty-forms.ts';
import { mayReloadForMissingCode } from './reload-for-code.rules.ts';

const key = 'reloadedForMissingCode';

function mayReload(): boolean {
  const reloadedAt = tabStorage.getItem(key);
  return mayReloadForMissingCode({
    isOnline: navigator.onLine,
    hasUnsavedForm: isAnyoneAtWork(),
    sinceReload: reloadedAt === null ? null : Date.now() - Number(reloadedAt),
  });
}

async function reloadIfReachable(): Promise<void> {
  // The browser believes to be online behind a dead server too, and a reload would then end on its own error page.
  await apiClient.call(healthEndpoints.check, {});
  // An answer may take its time, and somebody may have begun to type meanwhile.
  if (!mayReload()) return;
  tabStorage.setItem(key, String(Date.now()));
  window.location.reload();
}

/** A page's code could not be loaded: reloads where that may help. What the error boundary says stands until then. */
export function reloadForMissingCode(): void {
  // Nobody answered: the error boundary says what is missing.
  if (mayReload()) reloadIfReachable().catch(() => undefined);
}
