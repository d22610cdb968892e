import type { Scope } from '#contract/sync/sync.schema.ts';
import type { EffectContext } from '#src/sync/queued.ts';

/** Where a queued call takes effect in a test: in one tab, with nothing before it. */
export function effectContext(scope: Scope, rowsOf: EffectContext['rowsOf'] = () => []): EffectContext {
  return {
    scope,
    queued_at: '2026-11-20T10:42:00.000Z',
    base: undefined,
    rowsOf,
    resolveCarriedRows: (_table, rows) => rows,
  };
}
