import { SegmentedControl, Text, TextInput } from '@mantine/core';
import { startTransition, useState } from 'react';
import { limits } from '#contract/kit/limits.ts';
import type { Column } from '#src/ui/data-table.tsx';
import { StateMark } from '#src/ui/state-mark.tsx';
import type { CheckedRow, Choice, Double } from './draft.rules.ts';
import type { DraftRow } from './file-reading.ts';
import styles from './imports.module.css';

interface DraftColumnsOptions {
  mend: (id: string, change: Partial<Pick<DraftRow, 'first_name' | 'last_name'>>) => void;
  choose: (ids: readonly string[], choice: Choice) => void;
}

function doubleInWords(double: Double): string {
  if (double.of === 'class') return 'A child of this name is in the class';
  if (double.of === 'file') return `The same name stands in row ${double.row}`;
  return 'A child of this name was archived. If it is the same child, restore it in the class list';
}

function Remark({ checked, choose }: { checked: CheckedRow } & Pick<DraftColumnsOptions, 'choose'>) {
  const { row, double, state } = checked;
  if (row.doubt && state !== 'problem') {
    return (
      <div className={styles.remark}>
        <Text size="sm">{row.doubt.reason}</Text>
        <SegmentedControl
          aria-label={`Row ${row.row}: a child?`}
          size="sm"
          value={state === 'ask' ? '' : state === 'same' ? 'same' : 'different'}
          onChange={(value) => choose([row.id], value === 'same' ? 'same' : 'different')}
          data={[
            { value: 'same', label: 'Not a child' },
            { value: 'different', label: 'A child' },
          ]}
        />
      </div>
    );
  }
  if (row.problem) {
    return (
      <div className={styles.remark} id={`remark-${row.id}`}>
        <StateMark good={false} text={row.problem.reason} />
      </div>
    );
  }
  if (!double) return <StateMark good text="Ready" />;
  return (
    <div className={styles.remark}>
      <Text size="sm">{doubleInWords(double)}</Text>
      <SegmentedControl
        aria-label={`Row ${row.row}: which child?`}
        size="sm"
        // In a card of a phone two of them do not fit side by side.
        orientation="vertical"
        value={state === 'ask' ? '' : state === 'same' ? 'same' : 'different'}
        onChange={(value) => choose([row.id], value === 'same' ? 'same' : 'different')}
        data={[
          { value: 'same', label: 'Same child' },
          { value: 'different', label: 'Different child' },
        ]}
      />
    </div>
  );
}

interface NameFieldProps extends Pick<DraftColumnsOptions, 'mend'> {
  row: DraftRow;
  field: 'first_name' | 'last_name';
  header: string;
}

/** What is typed stands there at once; ten thousand rows are compared with it when there is time. */
function NameField({ row, field, header, mend }: NameFieldProps) {
  const [text, setText] = useState(row[field]);
  const isWrong = row.problem?.field === field;
  return (
    <TextInput
      aria-label={`Row ${row.row}: ${header.toLowerCase()}`}
      value={text}
      maxLength={limits.nameLength * 2}
      dir="auto"
      autoComplete="off"
      spellCheck={false}
      error={isWrong}
      {...(isWrong && { 'aria-describedby': `remark-${row.id}` })}
      onChange={({ currentTarget }) => {
        const { value } = currentTarget;
        setText(value);
        startTransition(() => mend(row.id, { [field]: value }));
      }}
      className={styles.name}
    />
  );
}

export function draftColumns({ mend, choose }: DraftColumnsOptions): Column<CheckedRow>[] {
  const nameColumn = (field: 'first_name' | 'last_name', header: string): Column<CheckedRow> => ({
    key: field,
    header,
    cell: ({ row }) => <NameField row={row} field={field} header={header} mend={mend} />,
  });
  return [
    {
      key: 'row',
      header: 'Row',
      heading: true,
      width: '104px',
      cell: ({ row }) => `Row ${row.row}`,
      sortBy: ({ row }) => row.row,
    },
    nameColumn('first_name', 'First name'),
    nameColumn('last_name', 'Last name'),
    {
      key: 'remark',
      header: 'What to look at',
      width: '42%',
      cell: (checked) => <Remark checked={checked} choose={choose} />,
    },
  ];
}
