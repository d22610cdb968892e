import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import type { Role } from '#contract/kit/roles.ts';
import { tabStorage } from './device-storage.ts';
import { guardRedirect, rememberPersonOfTab, signInState } from './redirects.ts';
import { useSessionStore } from './session.store.ts';

interface RequireRoleProps {
  roles: readonly Role[];
  /** Where families read who came in by the community password; left out, they are asked who they are. */
  families?: string;
}

/** Lets only these roles through to the routes inside it (specification, section 6). */
export function RequireRole({ roles, families }: RequireRoleProps) {
  const { pathname, search, hash } = useLocation();
  const user = useSessionStore((state) => state.user);
  const ended = useSessionStore((state) => state.ended);
  const isInCommunity = useSessionStore((state) => state.isInCommunity);
  useEffect(() => {
    if (user) rememberPersonOfTab(tabStorage, user.id);
  }, [user]);
  if (user === null && isInCommunity && families !== undefined) return <Navigate to={families} replace />;
  const to = guardRedirect(user, roles);
  if (to === null) return <Outlet />;
  // Whoever signs in next on a shared tablet should not land on the page of the one who left.
  const hasLeft = ended === 'signed_out' || ended === 'not_let_in';
  const state = to === paths.signIn() && !hasLeft ? signInState(tabStorage, pathname + search + hash) : null;
  return <Navigate to={to} replace state={state} />;
}
