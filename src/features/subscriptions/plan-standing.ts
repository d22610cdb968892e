import { create } from 'zustand';
import type { OwnSubscription } from '#contract/subscriptions/subscriptions.schema.ts';

/** What the server said last of the own plan, for the banner; null before it was asked. */
export const usePlanStanding = create<{ own: OwnSubscription | null }>(() => ({ own: null }));

export function notePlanStanding(own: OwnSubscription | null): void {
  usePlanStanding.setState({ own });
}
