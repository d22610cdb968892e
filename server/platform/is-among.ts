import { sql, type Expression, type SqlBool } from 'kysely';

/**
 * True where the value is among what the subquery answers, which is asked once and put into a hash. A plain `in` or `exists` may
 * become a nested loop: right after many rows came, while the planner takes them for a few, such a loop goes through all of them
 * for each of them.
 */
export function isAmong(value: Expression<string>, subquery: Expression<unknown>): Expression<SqlBool> {
  // Under `is true` it stays a plan of its own; by itself it would be made a join.
  return sql<SqlBool>`(${value} in ${subquery}) is true`;
}
