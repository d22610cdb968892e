import { sql } from 'kysely';
import { healthEndpoints } from '#contract/health/health.endpoints.ts';
import type { Database } from '#server/platform/database.ts';
import { openRoute, type Route } from '#server/platform/route.ts';

export function healthRoutes(database: Database): Route[] {
  return [
    openRoute(healthEndpoints.check, async () => {
      await sql`select 1`.execute(database);
      return { status: 'ok' as const };
    }),
  ];
}
