import type { PendingCall, Secret } from './outbox-calls.ts';
import type { AnyQueuedDefinition } from './queued.ts';

type Definitions = ReadonlyMap<string, AnyQueuedDefinition>;
type Pending = readonly PendingCall[];

/** Ids of the waiting calls that create a row which this call needs. */
export function makersFor(
  pending: Pending,
  definition: AnyQueuedDefinition,
  input: unknown,
  definitions: Definitions,
): string[] {
  const needed = new Set(definition.touches?.(input as never));
  if (needed.size === 0) return [];
  const creates = (call: PendingCall) => definitions.get(call.name)?.creates?.(call.input as never) ?? [];
  return pending
    .filter((call) => call.state === 'waiting' && creates(call).some((id) => needed.has(id)))
    .map((call) => call.mutation_id);
}

/**
 * Finds the pending call that this one can be folded into: the last one about the same rows, if it is of the same kind, was never sent
 * and no call depends on it. The folded call keeps the base of the earlier one.
 */
export function foldInto(
  pending: Pending,
  definition: AnyQueuedDefinition,
  secret: Secret,
  definitions: Definitions,
): { earlier: PendingCall; secret: Secret } | null {
  const touched = new Set(definition.touches?.(secret.input as never));
  if (!definition.fold || touched.size === 0) return null;
  const touches = (call: PendingCall) => definitions.get(call.name)?.touches?.(call.input as never) ?? [];
  const earlier = pending.findLast((call) => touches(call).some((id) => touched.has(id)));
  if (earlier?.name !== definition.endpoint.name || earlier.v !== (definition.endpoint.version ?? 1))
    return null;
  const isNeeded = pending.some((call) => call.depends_on.includes(earlier.mutation_id));
  if (earlier.state !== 'waiting' || isNeeded) return null;
  const input = definition.fold(earlier.input as never, secret.input as never);
  if (input === null) return null;
  const both = { input: input as Secret['input'], text: secret.text };
  return { earlier, secret: { ...both, ...(earlier.base && { base: earlier.base }) } };
}
