import type { QueuedCall } from '#contract/sync/sync.schema.ts';
import type { Route } from '#server/platform/route.ts';

/** How many versions of a call's input before the present one are still understood. */
const versionsUnderstood = 2;

export type QueuedRoute = Extract<Route, { kind: 'transaction' }>;

/** The routes of all endpoints that may be queued, found by a call that arrived later. */
export interface QueuedRoutes {
  readonly all: readonly QueuedRoute[];
  /** Null for a call that this server does not know (yet, or any more). */
  find(call: Pick<QueuedCall, 'name' | 'v'>): QueuedRoute | null;
}

/** @throws Error where a queued endpoint opens transactions of its own */
export function createQueuedRoutes(routes: readonly Route[]): QueuedRoutes {
  const queued = new Map<string, QueuedRoute>(
    routes
      .filter((each) => each.endpoint.offline === 'queued')
      .map((each) => {
        if (each.kind !== 'transaction')
          throw new Error(`${each.endpoint.name} is queued, so it needs one transaction`);
        return [each.endpoint.name, each] as const;
      }),
  );
  return {
    all: [...queued.values()],
    find({ name, v }) {
      const found = queued.get(name);
      const current = found?.endpoint.version ?? 1;
      return found && v <= current && v >= current - versionsUnderstood ? found : null;
    },
  };
}
