import type pg from 'pg';
import { isConflict } from '#server/platform/database-errors.ts';

/**
 * Changes rows behind the program's back while its tasks run. Again where the two met in the same rows: of a deadlock,
 * PostgreSQL ends one side and asks it to try again, as the program does.
 * @returns how many rows were changed
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
