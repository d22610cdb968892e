import { NativeSelect } from '@mantine/core';
import { limits } from '#contract/kit/limits.ts';
import type { Shelves } from '#contract/works/library.schema.ts';
import { levels, shelfKinds } from '#contract/works/works.schema.ts';
import { levelWords } from '#contract/works/works.rules.ts';
import { goalNames } from '#src/lib/goals.ts';
import { SearchField } from '#src/ui/search-field.tsx';
import type { useLibraryFilters } from './use-library.ts';
import { kindWords, languageName } from '#src/document/work-words.ts';
import styles from '#src/document/works.module.css';

interface LibraryFiltersProps {
  filters: ReturnType<typeof useLibraryFilters>;
  /** Null until it is known what there is to choose from. */
  shelves: Shelves | null;
}

const any = (label: string) => ({ value: '', label });

/** What is searched for, and which works are shown. What is chosen stands in the address. */
export function LibraryFilters({ filters, shelves }: LibraryFiltersProps) {
  const { list, values, filter } = filters;
  const languages = shelves?.languages ?? [];
  const classes = shelves?.classes ?? [];
  // What the address names is shown as chosen, although nothing may be there any more.
  const withChosen = (
    options: readonly { value: string; label: string }[],
    chosen: string | undefined,
    label = chosen ?? '',
  ) =>
    chosen === undefined || options.some(({ value }) => value === chosen)
      ? [...options]
      : [...options, { value: chosen, label }];
  const choices = [
    {
      name: 'kind' as const,
      label: 'Books or stories',
      data: [any('All kinds'), ...shelfKinds.map((kind) => ({ value: kind, label: kindWords[kind].many }))],
    },
    {
      name: 'level' as const,
      label: 'Level',
      data: [
        any('All levels'),
        ...levels.map((level) => ({
          value: level,
          label: `${levelWords[level].label} (${levelWords[level].ages})`,
        })),
      ],
    },
    {
      name: 'category' as const,
      label: 'Category',
      data: withChosen(
        [
          any('All categories'),
          ...(shelves?.shelves ?? []).map(({ category: { slug, name } }) => ({ value: slug, label: name })),
        ],
        values.category,
      ),
    },
    {
      name: 'goal' as const,
      label: 'Goal',
      data: [
        any('All goals'),
        ...goalNames.map((name, place) => ({ value: String(place + 1), label: `${place + 1} ${name}` })),
      ],
    },
    ...(classes.length > 0 || values.class !== undefined
      ? [
          {
            name: 'class' as const,
            label: 'Class',
            // An id is no word for anybody.
            data: withChosen(
              [any('All classes'), ...classes.map(({ id, name }) => ({ value: id, label: name }))],
              values.class,
              'One class',
            ),
          },
        ]
      : []),
    ...(languages.length > 1 || values.language !== undefined
      ? [
          {
            name: 'language' as const,
            label: 'Language',
            data: withChosen(
              [
                any('All languages'),
                ...languages.map((language) => ({ value: language, label: languageName(language) })),
              ],
              values.language,
            ),
          },
        ]
      : []),
  ];
  return (
    <div className={styles.filters} role="search">
      <SearchField
        label="Search the library"
        value={list.q}
        onSearch={list.search}
        quiet={limits.searchDebounce}
      />
      {choices.map(({ name, label, data }) => (
        <NativeSelect
          key={name}
          aria-label={label}
          data={data}
          value={values[name] ?? ''}
          onChange={({ currentTarget }) => filter(name, currentTarget.value)}
        />
      ))}
    </div>
  );
}
