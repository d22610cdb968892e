import * as v from 'valibot';
import type { User } from '#contract/identity/identity.schema.ts';
import { paths } from '#contract/kit/paths.ts';
import type { Role } from '#contract/kit/roles.ts';
import type { KeyValueStorage } from './device-storage.ts';

/** Where somebody without a session is sent, what somebody outside of the roles is sent to, or null: come in. */
export function guardRedirect(user: User | null, roles: readonly Role[]): string | null {
  if (user === null) return paths.signIn();
  return roles.includes(user.role) ? null : '/';
}

/** What the router carries to the sign-in page. */
export interface SignInState {
  /** Address inside the app that the person came from. */
  from: string;
  /** The id of the person who was signed in last in this tab; null where it had none. */
  of: string | null;
}

/** In session storage: the id of the person who was signed in last in this tab. It outlives the session and reloads. */
const lastPersonKey = 'lastPerson';

export function rememberPersonOfTab(storage: KeyValueStorage, userId: string): void {
  storage.setItem(lastPersonKey, userId);
}

/** The address to come back to after signing in, and whose it is. */
export function signInState(storage: KeyValueStorage, from: string): SignInState {
  return { from, of: storage.getItem(lastPersonKey) };
}

/** Signs the child out and asks the next one in. An address, so that it goes where every link goes. */
export const passTablet = `${paths.signOut()}?next`;

/** True where `search` is that of `passTablet`. */
export function isPassing(search: string): boolean {
  return new URLSearchParams(search).has('next');
}

/** What the router carries to the sign-in page when a child passed the tablet on. */
export const nextChildState = { next_child: true } as const;

const NextChild = v.object({ next_child: v.literal(true) });

export function isNextChild(state: unknown): boolean {
  return v.is(NextChild, state);
}

const State = v.object({ from: v.string(), of: v.optional(v.nullable(v.string()), null) });
const here = 'http://here.invalid';

/** In session storage: the token of an invitation that waits for whoever was invited to sign in. */
export const invitationKey = 'pendingInvitation';

/** The address of the invitation that waits, which it does no longer; null where none does. */
export function takeInvitation(storage: KeyValueStorage): string | null {
  const token = storage.getItem(invitationKey);
  if (token === null || token === '') return null;
  storage.removeItem(invitationKey);
  return paths.acceptInvitation({ token });
}

/** Where a parent goes: the community view has no areas behind it. */
export function afterCommunitySignIn(state: unknown): string {
  const to = afterSignIn(state, null);
  return /^\/(dashboard|admin-[a-z]+)([/?#]|$)/u.test(to) ? '/' : to;
}

/**
 * Where to go after signing in: to the page the person came from, or home. Never to another site, nor to a page that another
 * person left. `userId`: who signed in; null for a family, which has no account. `home`: for who came from nowhere.
 */
export function afterSignIn(state: unknown, userId: string | null, home = '/'): string {
  const result = v.safeParse(State, state);
  if (!result.success || !result.output.from.startsWith('/') || !URL.canParse(result.output.from, here))
    return home;
  if (result.output.of !== null && result.output.of !== userId) return home;
  const { origin, pathname, search, hash } = new URL(result.output.from, here);
  if (origin !== here || /^\/(login|logout)(\/|$)/u.test(pathname)) return home;
  return pathname + search + hash;
}
