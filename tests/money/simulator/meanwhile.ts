import type pg from 'pg';
import { isConflict } from '#server/platform/database-errors.ts';

/**
 * Runs an update as the database's administrator while the program's tasks run. Retried on a deadlock or serialization failure,
 * as transactions of the program are.
 * @returns number of rows changed
 */
export async function changeMeanwhile(
  administrator: Pick<pg.Client, 'query'>,
  text: string,
  values: unknown[],
): Promise<number> {
  for (;;)
    try {
      const { rowCount } = await administrator.query(text, values);
      return rowCount ?? 0;
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
}
