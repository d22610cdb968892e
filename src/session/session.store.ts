import { create } from 'zustand';
import type { ProblemBody } from '#contract/kit/problem.ts';
import type { User } from '#contract/identity/identity.schema.ts';
import type { Tenant } from '#contract/tenants/tenants.schema.ts';

/** Whose site this is. `unreachable`: the server has not answered yet and this device does not know either. */
export type TenantStatus = 'loading' | 'ready' | 'unknown_host' | 'unreachable';

/**
 * How the last session came to its end: by a person, here or in another tab, or refused by the server. `not_let_in`: it
 * began without a network, and the school did not let in by what it began with.
 */
export type SessionEnd = 'signed_out' | 'refused' | 'not_let_in';

interface SessionState {
  user: User | null;
  tenant: Tenant | null;
  status: TenantStatus;
  /** What the server said at an address that is nobody's. */
  refusal?: ProblemBody;
  ended: SessionEnd | null;
  /** True where a parent has come in by the community password; nobody is signed in by that. */
  isInCommunity: boolean;
  /** True where nobody touched the device for so long that the person has to show who they are. */
  isLocked: boolean;
}

export const useSessionStore = create<SessionState>()(() => ({
  user: null,
  tenant: null,
  status: 'loading',
  ended: null,
  isInCommunity: false,
  isLocked: false,
}));
