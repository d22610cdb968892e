import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { noShelfChoice, stateChoices, visibilityChoices } from './catalogue.words.ts';
import type { useCatalogue } from './use-catalogue.ts';
import type { Shelf } from './use-shelf-names.ts';

interface CatalogueFiltersProps {
  catalogue: Pick<ReturnType<typeof useCatalogue>, 'filters' | 'filter' | 'value'>;
  classes: readonly SchoolClass[];
  shelves: readonly Shelf[];
}

/** What the list of books or stories is narrowed down by. */
export function CatalogueFilters({ catalogue, classes, shelves }: CatalogueFiltersProps) {
  const { filters, filter, value } = catalogue;
  const named = ({ id, name }: Shelf) => ({ value: id, label: name });
  return (
    <>
      <ListFilter
        label="State"
        any="All states"
        value={filters.state}
        choices={stateChoices(value?.states ?? null)}
        onChange={(state) => filter('state', state)}
      />
      <ListFilter
        label="Visibility"
        any="Any visibility"
        value={filters.visibility}
        choices={visibilityChoices}
        onChange={(visibility) => filter('visibility', visibility)}
      />
      <ListFilter
        label="Class"
        any="All classes"
        value={filters.class}
        choices={classes.map(named)}
        onChange={(schoolClass) => filter('class', schoolClass)}
      />
      <ListFilter
        label="Shelf"
        any="All shelves"
        value={filters.shelf}
        choices={[...shelves.map(named), noShelfChoice]}
        onChange={(shelf) => filter('shelf', shelf)}
      />
    </>
  );
}
