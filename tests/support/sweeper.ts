import { retentionRules } from '#server/wiring/upkeep.ts';
import { usualRetention } from '#server/platform/retention.ts';
import { createSweeper, type Sweeper } from '#server/platform/sweep.ts';
import type { ApiWorld } from './api-world.ts';

/** One more server that sweeps, by the clock of the test. */
export function sweeperOf({ testDatabase, clock, modules }: ApiWorld): Sweeper {
  return createSweeper({
    database: testDatabase.database,
    clock,
    rows: retentionRules(modules, usualRetention),
    onFailure: (error) => {
      throw error;
    },
  });
}
