import { Button, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { addressOf } from '#contract/content/content.rules.ts';
import type { EditedPageRow } from '#contract/content/editor.schema.ts';
import type { Column } from '#src/ui/data-table.tsx';
import { Day } from '#src/ui/day.tsx';
import { useNow } from '#src/ui/moments.ts';
import { kindWord } from '#src/lib/content-kinds.ts';
import { languageNames } from '#src/lib/languages.ts';
import { standingOf } from './edited-pages.words.ts';

function Standing({ row }: { row: EditedPageRow }) {
  return standingOf(row, useNow()).map((words) => (
    <Text key={words} size="sm" component="div">
      {words}
    </Text>
  ));
}

function Changed({ row: { changed_at, changed_by } }: { row: EditedPageRow }) {
  if (changed_at === null) return null;
  return (
    <>
      <Day at={changed_at} />
      <Text size="sm" c="dimmed" component="div">
        {changed_by === null ? 'Came with the program' : <bdi>{changed_by}</bdi>}
      </Text>
    </>
  );
}

/** What a list says of each page. */
export const pageColumns: readonly Column<EditedPageRow>[] = [
  {
    key: 'title',
    header: 'Page',
    heading: true,
    cell: (row) =>
      row.state === 'live' && row.choice !== 'hidden' ? (
        <Link to={addressOf(row)}>{row.title}</Link>
      ) : (
        row.title
      ),
  },
  { key: 'kind', header: 'Kind', width: '120px', cell: ({ kind }) => kindWord(kind) },
  { key: 'state', header: 'State', width: '120px', cell: (row) => <Standing row={row} /> },
  {
    key: 'languages',
    header: 'Languages',
    width: '110px',
    hideUnder: 900,
    cell: ({ languages }) => languageNames(languages),
  },
  { key: 'changed', header: 'Changed', width: '150px', hideUnder: 768, cell: (row) => <Changed row={row} /> },
];

/** What a school does with each page of the platform. */
export const choiceColumn = (
  isDeciding: boolean,
  onChoose: (id: string, choice: 'shown' | 'hidden', done: string) => void,
): Column<EditedPageRow> => ({
  key: 'choice',
  header: 'At your school',
  width: '150px',
  cell: ({ id, title, is_own, kind, choice }) => {
    if (is_own) return 'Your own page';
    if (kind === 'legal') return 'Always shown';
    const isShown = choice === 'shown';
    const done = isShown ? `“${title}” is hidden` : `“${title}” is shown again`;
    return (
      <Button
        variant="default"
        disabled={isDeciding}
        aria-label={`${isShown ? 'Hide' : 'Show'} ${title}`}
        onClick={() => onChoose(id, isShown ? 'hidden' : 'shown', done)}
      >
        {isShown ? 'Hide' : 'Show'}
      </Button>
    );
  },
});
