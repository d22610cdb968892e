const sizes = [64, 16, 4, 1];

/**
 * Rows in groups of 64, 16, 4 and 1, in their order: an `insert … values` of any number of rows has four texts, which are planned once.
 * `insert … select` from arrays would have one, but a table that lies on many machines does not take it under row-level security.
 */
export function inBatches<Row>(rows: readonly Row[]): Row[][] {
  const batches: Row[][] = [];
  for (let from = 0; from < rows.length;) {
    const size = sizes.find((each) => each <= rows.length - from) ?? 1;
    batches.push(rows.slice(from, from + size));
    from += size;
  }
  return batches;
}
