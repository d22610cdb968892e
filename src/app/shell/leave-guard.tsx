import { Suspense, useState, type MouseEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { lazyWithRetry } from '#src/session/late-code.ts';
import { anyFormDirty, giveUpDirtyForms } from '#src/ui/dirty-forms.ts';
import { isAnotherPage } from './another-page.ts';
import { useBackGuard } from './use-back-guard.ts';

const ConfirmDialog = lazyWithRetry(async () => (await import('#src/ui/confirm-dialog.tsx')).ConfirmDialog);

/** Where a plain click leads to within the app; null for any other click. */
function pageBehind({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): string | null {
  const link = target instanceof Element ? target.closest('a[href]') : null;
  const isPlain = button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
  if (!(link instanceof HTMLAnchorElement) || !isPlain || link.target !== '') return null;
  const { origin, pathname, search, hash } = new URL(link.href);
  const isElsewhere = isAnotherPage(window.location, { pathname, search });
  return origin === window.location.origin && isElsewhere ? pathname + search + hash : null;
}

/** Asks before a link within the app, Back or forward leaves something that was typed and not saved. */
export function LeaveGuard({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const navigate = useNavigate();
  const [leave, setLeave] = useState<{ now: () => void } | null>(null);
  useBackGuard((now) => setLeave({ now }));

  function ask(event: MouseEvent) {
    const page = anyFormDirty() ? pageBehind(event) : null;
    if (page === null) return;
    event.preventDefault();
    event.stopPropagation();
    setLeave({ now: () => void navigate(page) });
  }

  return (
    <div className={className} onClickCapture={ask}>
      {children}
      {leave && (
        <Suspense fallback={null}>
          <ConfirmDialog
            opened
            title="Leave without saving?"
            question="What you typed here will be lost."
            confirmLabel="Leave without saving"
            cancelLabel="Keep editing"
            danger
            onConfirm={() => {
              giveUpDirtyForms();
              leave.now();
            }}
            onClose={() => setLeave(null)}
          />
        </Suspense>
      )}
    </div>
  );
}
