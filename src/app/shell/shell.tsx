import { Suspense, useEffect, useLayoutEffect, useRef, type MouseEvent, type RefObject } from 'react';
import { Outlet, useLocation, useNavigationType } from 'react-router-dom';
import type { User } from '#contract/identity/identity.schema.ts';
import { runsClasses } from '#contract/kit/roles.ts';
import { useCanKeep } from '#src/session/use-replica.ts';
import { lazyWithRetry } from '#src/session/late-code.ts';
import { useTenant, useUser } from '#src/session/use-session.ts';
import { focusFirstWrongFields } from '#src/ui/first-wrong-field.ts';
import { PageBoundary } from '#src/ui/page-boundary.ts';
import { WorksNow } from '#src/ui/works-now.ts';
import { drawInBoundary, ErrorBoundary } from '../error-boundary.tsx';
import { PageSkeleton } from '../page-skeleton.tsx';
import { Footer } from './footer.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { Navbar } from './navbar.tsx';
import { useKeyboardKept } from './use-keyboard-kept.ts';
import styles from './shell.module.css';

const Notices = lazyWithRetry(async () => (await import('./notices.tsx')).Notices);

/** Milliseconds for which letters that do not come are waited for. */
const longestForLetters = 3000;

/** Specification, section 2: pages without the footer. */
function hasFooter(pathname: string): boolean {
  return !/^\/(dashboard(\/|$)|library\/[^/]+\/[^/]+)/u.test(pathname);
}

/**
 * What counts as a page of its own: a class is one, a student, an import, how far a class is with a task, and an option of the
 * dashboard; a search in a list is not. A story is one for the staff, who review it; where it is written, the paper takes the
 * keyboard itself.
 */
function usePageName(): string {
  const { pathname, search } = useLocation();
  const address = new URLSearchParams(search);
  const isOfStaff = /^\/(dashboard|admin-school)(\/|$)/u.test(pathname);
  const isOfTasks = /^\/(courses|challenges)\//u.test(pathname);
  const parts = [
    'option',
    'id',
    ...(isOfStaff ? ['student', 'story', 'import'] : []),
    ...(isOfTasks ? ['class'] : []),
  ];
  return [pathname, ...parts.map((part) => address.get(part) ?? '')].join(' ');
}

interface FreshStartProps {
  page: string;
  main: RefObject<HTMLElement | null>;
}

/** After a step to another page the keyboard and the screen reader begin at its content, as after a full load. */
function FreshStart({ page, main }: FreshStartProps) {
  const shown = useRef(page);
  const { hash } = useLocation();
  // Going back, the browser itself scrolls to where one was.
  const isBack = useNavigationType() === 'POP';
  // What the server wrote of the page for those without the app goes once the letters of the app are there, so that no line moves.
  useLayoutEffect(() => {
    // The server wrote the language of the page there; the app is in English.
    document.documentElement.lang = 'en';
    const served = document.getElementById('served');
    if (!served) return;
    const end = () => served.remove();
    void document.fonts.ready.then(end);
    setTimeout(end, longestForLetters);
  }, []);
  useEffect(() => {
    const isSame = shown.current === page;
    shown.current = page;
    const target = hash === '' ? null : document.getElementById(hash.slice(1));
    if (target) {
      target.scrollIntoView();
      target.focus({ preventScroll: true });
    } else if (!isSame) {
      if (!isBack) window.scrollTo(0, 0);
      // A dialog that came before the page keeps the keyboard.
      if (document.querySelector('[data-dialog]') === null) main.current?.focus({ preventScroll: true });
    }
  }, [main, page, hash, isBack]);
  return null;
}

/** What somebody can do while there is no network. An organization has no classes of its own to go on with. */
function worksNow(user: User | null): string | null {
  if (user?.role === 'student') return 'Your own page works. What you change is sent later.';
  const isAtSchool = user !== null && (user.role !== 'organization_admin' || user.visiting !== undefined);
  return isAtSchool && runsClasses(user.role)
    ? 'Your classes, their students and Help work now. What you change is sent later.'
    : null;
}

/** What is around every page: the way to skip it, the navbar, and the shelf at the foot. */
export function Shell() {
  const { pathname } = useLocation();
  const page = usePageName();
  const main = useRef<HTMLElement>(null);
  const user = useUser();
  const { tenant } = useTenant();
  const hasNotice =
    !window.isSecureContext ||
    tenant?.is_suspended === true ||
    tenant?.is_gone === true ||
    Boolean(tenant?.closes_at);
  const works = useCanKeep() ? worksNow(user) : null;
  useEffect(() => focusFirstWrongFields(), []);
  useKeyboardKept();

  /** An area has a sidebar inside `main`, which is skipped as well. */
  function skip(event: MouseEvent) {
    const content = document.getElementById('content') ?? main.current;
    if (!content) return;
    event.preventDefault();
    content.scrollIntoView();
    content.focus({ preventScroll: true });
  }

  return (
    <LeaveGuard className={styles.shell}>
      <a href="#main" className={styles.skip} onClick={skip}>
        Skip to the content
      </a>
      {hasNotice && (
        <Suspense fallback={null}>
          <Notices />
        </Suspense>
      )}
      <Navbar />
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <WorksNow value={works}>
          <Suspense fallback={<PageSkeleton />}>
            <ErrorBoundary page={page}>
              <PageBoundary value={drawInBoundary}>
                <Outlet />
              </PageBoundary>
            </ErrorBoundary>
            {/* Inside, because its turn comes when the page is there. */}
            <FreshStart page={page} main={main} />
          </Suspense>
        </WorksNow>
      </main>
      {hasFooter(pathname) && <Footer />}
    </LeaveGuard>
  );
}
