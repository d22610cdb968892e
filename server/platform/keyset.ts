import { sql, type RawBuilder } from 'kysely';
import { readKey, writeKey, type KeyForm } from './page-key.ts';

/* A page of a list by key begins behind the last row of the page before it, whatever came or went meanwhile. */

/** A value by which a list is ordered, never null. All of them together tell each row from all others. */
export interface KeyPart {
  value: RawBuilder<unknown>;
  form: KeyForm;
  descending?: true;
}

interface Keyset {
  /** Asked for with each row, so that `cutPage` can say where the page ends. */
  key: RawBuilder<string[]>;
  /** Whether a row comes behind `after`. */
  beyond: RawBuilder<boolean>;
  order: RawBuilder<unknown>;
}

const texts: Readonly<Record<KeyForm, (value: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  text: (value) => value,
  moment: (value) => sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  number: (value) => sql`${value}::text`,
  id: (value) => sql`${value}::text`,
};
const casts: Readonly<Record<KeyForm, RawBuilder<unknown>>> = {
  text: sql`text`,
  moment: sql`timestamptz`,
  number: sql`bigint`,
  id: sql`uuid`,
};

/** An order for a query around another one, which gives it `values`. */
export function outside(parts: readonly KeyPart[]) {
  const named = parts.map((part, place) => ({ part, name: sql.ref(`order_${place}`) }));
  return {
    values: sql.join(named.map(({ part, name }) => sql`${part.value} as ${name}`)),
    names: sql.join(named.map(({ name }) => name)),
    parts: named.map(({ part, name }): KeyPart => ({ ...part, value: name })),
  };
}

/** @throws Problem `request.invalid` for an `after` that no page of a list in this order ends with */
export function keysetOf(parts: readonly KeyPart[], after: string | undefined): Keyset {
  const key =
    after === undefined
      ? null
      : readKey(
          after,
          parts.map(({ form }) => form),
        );
  return {
    key: sql`json_build_array(${sql.join(parts.map(({ value, form }) => texts[form](value)))})`,
    beyond:
      key === null
        ? sql`true`
        : behind(parts.map((part, place) => ({ ...part, end: sql`${key[place]}::${casts[part.form]}` }))),
    order: sql.join(parts.map(({ value, descending }) => sql`${value} ${descending ? sql`desc` : sql`asc`}`)),
  };
}

/** In one direction it is one comparison of rows, which an index in the same order answers. */
function behind(parts: readonly (KeyPart & { end: RawBuilder<unknown> })[]): RawBuilder<boolean> {
  const [first, ...rest] = parts;
  if (!first) return sql`false`;
  const further = first.descending ? sql`<` : sql`>`;
  if (rest.every(({ descending }) => descending === first.descending))
    return sql`(${sql.join(parts.map(({ value }) => value))}) ${further} (${sql.join(parts.map(({ end }) => end))})`;
  const { value, end } = first;
  return sql`(${value} ${further}= ${end} and (${value} ${further} ${end} or ${behind(rest)}))`;
}

/** Of rows of which one more was asked for than the page has: the page, and where it ends; null: it is the last. */
export function cutPage<Row extends { page_key: string[] }>(
  rows: readonly Row[],
  limit: number,
): { rows: Omit<Row, 'page_key'>[]; after: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(({ page_key: _key, ...row }) => row),
    after: last && rows.length > limit ? writeKey(last.page_key) : null,
  };
}
