import type { Cause, Raised, RaisedSum } from '#contract/causes/causes.schema.ts';
import type { RaisedRow } from '../works/raised.repository.ts';
import type { MoneyNews } from './money-news.ts';
import { pictureAt } from './causes.repository.ts';

/** Books and stories told of; more than a class makes in years. */
const mostWorks = 500;

/** Adds rows of one currency up. */
function addUp(rows: readonly RaisedSum[]): RaisedSum[] {
  const currencies = [...new Set(rows.map(({ currency }) => currency))].toSorted();
  return currencies.map((currency) => {
    const of = rows.filter((row) => row.currency === currency);
    const sumOf = (key: Exclude<keyof RaisedSum, 'currency'>) => of.reduce((sum, row) => sum + row[key], 0);
    return {
      currency,
      raised: sumOf('raised'),
      copies: sumOf('copies'),
      on_its_way: sumOf('on_its_way'),
      arrived: sumOf('arrived'),
    };
  });
}

function groupBy(rows: readonly RaisedRow[], key: (row: RaisedRow) => string): RaisedRow[][] {
  const groups = new Map<string, RaisedRow[]>();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  return [...groups.values()];
}

const causeOf = ({ cause_id, cause_name, cause_slug }: RaisedRow): Cause => ({
  id: cause_id,
  name: cause_name,
  slug: cause_slug,
});

/** In all, by cause and by book, each by name: no rank. */
export function describeRaised(
  rows: readonly RaisedRow[],
  newsOf: (causeId: string) => MoneyNews,
): Pick<Raised, 'totals' | 'causes' | 'works'> {
  const causes = groupBy(rows, ({ cause_id }) => cause_id).flatMap((of) =>
    of.slice(0, 1).map((row) => ({
      cause: causeOf(row),
      picture: pictureAt(row.picture_sha256),
      sums: addUp(of),
      ...newsOf(row.cause_id),
    })),
  );
  const works = groupBy(rows, ({ id, cause_id }) => `${id} ${cause_id}`).flatMap((of) =>
    of.slice(0, 1).map((row) => {
      const { id, kind, title, slug, byline, is_own } = row;
      return { id, kind, title, slug, byline, is_own, cause: causeOf(row), sums: addUp(of) };
    }),
  );
  return {
    totals: addUp(rows),
    causes: causes.toSorted((one, other) => one.cause.name.localeCompare(other.cause.name)),
    works: works.slice(0, mostWorks),
  };
}
