import type { Cursor, PullAnswer, Scope } from './sync.schema.ts';

/** The id in a scope's name, where the scope is of this kind; null otherwise. */
export function idInScope(scope: Scope, kind: 'class' | 'school' | 'user'): string | null {
  return scope.startsWith(`${kind}:`) ? scope.slice(kind.length + 1) : null;
}

/** Where a device stands once it has stored an answer: the answer names only the scopes that moved. */
export function advance(before: Cursor | null, { reset, drop_scopes, cursor }: PullAnswer): Cursor {
  const dropped = new Set<string>(drop_scopes);
  const kept = Object.entries(reset ? {} : (before?.scopes ?? {})).filter(([scope]) => !dropped.has(scope));
  return { ...cursor, scopes: { ...Object.fromEntries(kept), ...cursor.scopes } };
}
