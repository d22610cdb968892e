import type pg from 'pg';

/**
 * Until so many connections of the program wait for a lock, such as one that the test holds.
 * @param kind as PostgreSQL names it; left out: any
 */
export async function untilWaiting(
  administrator: pg.Client,
  connections: number,
  kind: 'transactionid' | 'advisory' | null = null,
): Promise<void> {
  for (;;) {
    // Within a transaction, connections that were opened since the first look would not be seen.
    await administrator.query('select pg_stat_clear_snapshot()');
    const { rows } = await administrator.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and wait_event = coalesce($1, wait_event)`,
      [kind],
    );
    if (rows.length >= connections) return;
  }
}
