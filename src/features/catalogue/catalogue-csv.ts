import { listedState } from '#contract/catalogue/catalogue.rules.ts';
import type { CatalogueWork, SchoolWork } from '#contract/catalogue/catalogue.schema.ts';
import { csvOf, dayOf, type CsvColumn } from '#src/lib/csv.ts';
import { stateNames, visibilityNames } from './catalogue.words.ts';

interface Around {
  shelfName: (id: string) => string;
  /** Where it is read, with the host. */
  addressOf: (work: { slug: string }) => string;
}

/** A list of books or stories for a spreadsheet. */
export function catalogueCsv(works: readonly CatalogueWork[], { shelfName, addressOf }: Around): string {
  const columns: readonly CsvColumn<CatalogueWork>[] = [
    ['Title', ({ title }) => title],
    ['First name', ({ author }) => author?.first_name ?? ''],
    ['Last name', ({ author }) => author?.last_name ?? ''],
    ['By', ({ byline }) => byline],
    ['Class', ({ school_class }) => school_class?.name ?? ''],
    ['State', (work) => stateNames[listedState(work)]],
    ['Visibility', ({ audience }) => visibilityNames[audience]],
    [
      'Shelves',
      ({ categories }) =>
        categories
          .map(shelfName)
          .filter((name) => name !== '')
          .join(', '),
    ],
    ['Pages or chapters', ({ parts }) => parts],
    ['Kind words', ({ reactions }) => reactions],
    ['Published', ({ published_at }) => dayOf(published_at)],
    ['Changed', ({ updated_at }) => dayOf(updated_at)],
    ['Address', addressOf],
  ];
  return csvOf(columns, works);
}

/** What the schools of an organization show, for a spreadsheet. */
export function schoolWorksCsv(
  works: readonly SchoolWork[],
  addressOf: (work: SchoolWork) => string,
): string {
  const columns: readonly CsvColumn<SchoolWork>[] = [
    ['Title', ({ title }) => title],
    ['By', ({ byline }) => byline],
    ['School', ({ school }) => school.school_name],
    ['Language', ({ language }) => language],
    ['Pages or chapters', ({ parts }) => parts],
    ['Published', ({ published_at }) => dayOf(published_at)],
    ['Address', addressOf],
  ];
  return csvOf(columns, works);
}
