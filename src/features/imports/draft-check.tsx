import { ActionIcon, Alert, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconTrash, IconUserQuestion } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { counted } from '#src/lib/counted.ts';
import { pageOfRows } from '#src/ui/data-table.rows.ts';
import { DataTable } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Pager } from '#src/ui/pager.tsx';
import { NothingFoundIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { draftColumns } from './draft-columns.tsx';
import type { CheckedDraft, CheckedRow, Choice } from './draft.rules.ts';
import type { DraftFile } from './draft-edits.ts';
import type { DraftRow } from './file-reading.ts';
import styles from './imports.module.css';

/** Rows on one page: what a browser draws at once. */
const pageSize = 20;
const byRow = { key: 'row', descending: false };

interface DraftCheckProps {
  file: DraftFile;
  /** True where it was begun before a reload. */
  isRestored: boolean;
  draft: CheckedDraft;
  mend: (id: string, change: Partial<Pick<DraftRow, 'first_name' | 'last_name'>>) => void;
  remove: (id: string) => void;
  choose: (ids: readonly string[], choice: Choice) => void;
  asksOrder: boolean;
  order: Order | null;
  chooseOrder: (order: Order) => void;
}

type Order = 'first_name' | 'last_name';

const needsLook = ({ state }: CheckedRow) => state === 'problem' || state === 'ask';

function FactsInWords({
  file: {
    name,
    facts: { count, hasHeader, unused, leftOut },
  },
}: Pick<DraftCheckProps, 'file'>) {
  return (
    <Text>
      <bdi>{name}</bdi>: {counted(count, 'row')}. {headerInWords(hasHeader, leftOut)}
      {unused.length > 0 && ` Not used: ${unused.join(', ')}.`}
      {leftOut.length > 0 && ` ${leftOutInWords(leftOut)}`}
    </Text>
  );
}

function headerInWords(hasHeader: boolean, leftOut: DraftFile['facts']['leftOut']): string {
  if (!hasHeader) return 'There is no line of headers.';
  const isBelowTitles = leftOut[0]?.row === 1;
  return isBelowTitles ? 'A line below the title names the columns.' : 'The first line names the columns.';
}

/** Lines that are named; the others are counted. */
const namedLines = 5;

function leftOutInWords(lines: DraftFile['facts']['leftOut']): string {
  const named = lines.slice(0, namedLines).map(({ row, text }) => `row ${row} (${text || 'no name'})`);
  const more = lines.length - named.length;
  return `Left out, because they are no children: ${named.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}.`;
}

/** "Fern, Zoë" in every line: which is which, only a person knows. */
function OrderQuestion({ example, onOrder }: { example: string; onOrder: (order: Order) => void }) {
  return (
    <Alert
      color="yellow"
      variant="light"
      role="status"
      icon={<IconUserQuestion aria-hidden />}
      title="Which name comes first in this file?"
    >
      <Text size="sm">
        The first line is <bdi>{example}</bdi>.
      </Text>
      <Group gap="sm" mt={4}>
        <Button variant="default" onClick={() => onOrder('last_name')}>
          The last name
        </Button>
        <Button variant="default" onClick={() => onOrder('first_name')}>
          The first name
        </Button>
      </Group>
    </Alert>
  );
}

/** The file before anything is added: every row with what there is to say of it, to be mended in its place. */
export function DraftCheck({
  file,
  isRestored,
  draft,
  mend,
  remove,
  choose,
  asksOrder,
  order,
  chooseOrder,
}: DraftCheckProps) {
  const place = useRef<HTMLElement>(null);
  // The button that chose the file is gone: the focus goes to what came in its place.
  useEffect(() => {
    if (!isRestored) place.current?.focus({ preventScroll: true });
  }, [isRestored]);
  const [page, setPage] = useState(1);
  // By their place alone: a row that is ordered by its name would go from under the hand that types it.
  const [sort, setSort] = useState(byRow);
  // Those that needed a look when they were asked for: a row does not go from under the hand that mends it.
  const [only, setOnly] = useState<ReadonlySet<string> | null>(null);
  const { rows: all, counts } = draft;
  const listed = useMemo(() => {
    const kept = only ? all.filter(({ row }) => only.has(row.id)) : all;
    return sort.descending ? kept.toReversed() : kept;
  }, [all, only, sort]);
  const shown = pageOfRows(listed, page, pageSize);
  const columns = useMemo(() => draftColumns({ mend, choose }), [mend, choose]);
  const looks = counts.problem + counts.ask;
  const asking = all.filter(({ state }) => state === 'ask');
  const asked = asking.filter(({ row }) => !row.doubt).map(({ row }) => row.id);
  const doubted = asking.filter(({ row }) => row.doubt).map(({ row }) => row.id);
  const [top] = file.rows;

  /** What had the keyboard goes with it; the keyboard stays with the rows. */
  function goOn() {
    place.current?.focus({ preventScroll: true });
  }
  function answer(ids: readonly string[], choice: Choice) {
    choose(ids, choice);
    goOn();
  }

  function show(value: string) {
    setPage(1);
    setOnly(value === 'looks' ? new Set(all.filter(needsLook).map(({ row }) => row.id)) : null);
  }

  return (
    <section ref={place} tabIndex={-1} aria-label="Rows of the file" className={styles.check}>
      {isRestored && <Text role="status">What you had begun with this file is still here.</Text>}
      <FactsInWords file={file} />
      {asksOrder && top && (
        <OrderQuestion
          example={`${top.first_name}, ${top.last_name}`}
          onOrder={(first) => {
            chooseOrder(first);
            goOn();
          }}
        />
      )}
      {doubted.length > 0 && (
        <Alert
          color="yellow"
          variant="light"
          role="status"
          icon={<IconUserQuestion aria-hidden />}
          title={counted(doubted.length, 'row may be no child', 'rows may be no children')}
        >
          <Text>Answer this first, then you can add the students.</Text>
          <Group gap="sm" mt={8}>
            <Button variant="default" onClick={() => answer(doubted, 'same')}>
              {doubted.length === 1 ? 'Leave it out' : 'Leave all of them out'}
            </Button>
            <Button variant="default" onClick={() => answer(doubted, 'different')}>
              {doubted.length === 1 ? 'It is a child' : 'All are children'}
            </Button>
          </Group>
        </Alert>
      )}
      {asked.length > 0 && (
        <Alert
          color="yellow"
          variant="light"
          role="status"
          icon={<IconUserQuestion aria-hidden />}
          title={counted(asked.length, 'name is there already', 'names are there already')}
        >
          <Text>Answer this first, then you can add the students.</Text>
          <Group gap="sm" mt={8}>
            <Button variant="default" onClick={() => answer(asked, 'same')}>
              {asked.length === 1 ? 'The same child' : 'All are the same children'}
            </Button>
            <Button variant="default" onClick={() => answer(asked, 'different')}>
              {asked.length === 1 ? 'A different child' : 'All are different children'}
            </Button>
          </Group>
        </Alert>
      )}
      <SegmentedControl
        aria-label="Which rows"
        value={only ? 'looks' : 'all'}
        onChange={show}
        data={[
          { value: 'all', label: `All rows (${all.length.toLocaleString('en')})` },
          { value: 'looks', label: `Only with problems (${looks.toLocaleString('en')})` },
        ]}
        className={styles.which}
      />
      <DataTable
        caption={`Rows of ${file.name}`}
        columns={columns}
        rows={shown.rows}
        // The other way round the fields begin with other names.
        rowKey={({ row }) => `${row.id} ${order ?? ''}`}
        sort={sort}
        onSort={setSort}
        renderActions={({ row }) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label={`Remove row ${row.row}`}
            onClick={() => {
              remove(row.id);
              goOn();
            }}
          >
            <IconTrash size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
        empty={
          <EmptyState
            picture={<NothingFoundIllustration />}
            title={only ? 'No row needs a look' : 'No row is left'}
          />
        }
      />
      <Pager
        page={shown.page}
        pages={shown.pages}
        pageSize={pageSize}
        count={listed.length}
        noun={['row', 'rows']}
        onPage={setPage}
      />
    </section>
  );
}
