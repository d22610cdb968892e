import { loadPatiently } from '#src/session/late-code.ts';

let isAnyShown = false;

/** A toast for pages that should not carry the toasts' code from the start; the words stand on the page as well. */
export async function toast(kind: 'success' | 'error' | 'warning', text: string): Promise<void> {
  isAnyShown = true;
  const { notify } = await loadPatiently(() => import('#src/ui/notify.tsx'));
  notify[kind](text);
}

/** Ends what was said about an earlier step or try. */
export async function clearToasts(): Promise<void> {
  if (!isAnyShown) return;
  const { notifications } = await loadPatiently(() => import('@mantine/notifications'));
  notifications.clean();
}
