import { ActionIcon, Button, FileButton, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { listCountries, countryName } from '#contract/kit/countries.ts';
import { requestLimits } from '#contract/requests/requests.schema.ts';
import { errorsOf, readSchools, type RowErrors, type SchoolRow } from './school-rows.rules.ts';
import styles from './requests.module.css';

/** Bytes of a file with so many lines, by far. */
const mostBytes = 1024 * 1024;

/** @returns what is wrong with the file as a whole, or its lines */
async function rowsIn(file: File): Promise<SchoolRow[] | string> {
  if (file.size > mostBytes) return 'This file is too large. It may have 1 MB.';
  const Papa = (await import('papaparse')).default;
  const rows = readSchools(Papa.parse<string[]>(await file.text()).data);
  if (rows === null) return 'The first line has to name three columns: school, email and country.';
  if (rows.length === 0) return 'There is no school in this file.';
  if (rows.length > requestLimits.schools)
    return `This file has ${rows.length} schools. ${requestLimits.schools} can be sent at once.`;
  return rows;
}

interface RowProps {
  row: SchoolRow;
  errors: RowErrors;
  onChange: (row: SchoolRow) => void;
  onRemove: () => void;
}

/** A line that cannot be right, with its fields. */
function WrongRow({ row, errors, onChange, onRemove }: RowProps) {
  const countries = useMemo(
    () => listCountries().map(({ code, name }) => ({ value: code, label: name })),
    [],
  );
  return (
    <div className={styles.wrongRow}>
      <TextInput
        label={`School in line ${row.line}`}
        value={row.school}
        error={errors.school}
        onChange={({ currentTarget }) => onChange({ ...row, school: currentTarget.value })}
      />
      <TextInput
        label="Email"
        value={row.email}
        error={errors.email}
        onChange={({ currentTarget }) =>
          onChange({ ...row, email: currentTarget.value.trim().toLowerCase() })
        }
      />
      <NativeSelect
        label="Country"
        error={errors.country === undefined ? undefined : `${row.country}: ${errors.country}`}
        data={[
          ...(errors.country === undefined ? [] : [{ value: row.country, label: 'Choose' }]),
          ...countries,
        ]}
        value={row.country}
        onChange={({ currentTarget }) => onChange({ ...row, country: currentTarget.value })}
      />
      <Remove line={row.line} onRemove={onRemove} />
    </div>
  );
}

function Remove({ line, onRemove }: Pick<SchoolRow, 'line'> & Pick<RowProps, 'onRemove'>) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      aria-label={`Take line ${line} out`}
      onClick={onRemove}
    >
      <IconTrash size={20} aria-hidden />
    </ActionIcon>
  );
}

interface SchoolsFieldProps {
  rows: readonly SchoolRow[];
  error: ReactNode;
  onChange: (rows: SchoolRow[]) => void;
}

/** The file of schools, line by line as it was read. Lines that cannot be right are mended here. */
export function SchoolsField({ rows, error, onChange }: SchoolsFieldProps) {
  const [wrongFile, setWrongFile] = useState<string | null>(null);
  // They keep their fields once they are right, so that nobody is interrupted while typing.
  const [mending, setMending] = useState<ReadonlySet<number>>(new Set());
  const reset = useRef<() => void>(null);
  const errors = rows.map((row) => errorsOf(row, rows));
  const wrong = errors.filter((each) => Object.keys(each).length > 0).length;

  function mend(row: SchoolRow) {
    setMending((lines) => new Set([...lines, row.line]));
    onChange(rows.map((each) => (each.line === row.line ? row : each)));
  }

  async function choose(file: File | null) {
    reset.current?.();
    if (file === null) return;
    const read = await rowsIn(file);
    setWrongFile(typeof read === 'string' ? read : null);
    if (typeof read === 'string') return;
    setMending(new Set());
    onChange(read);
  }

  return (
    <section className={styles.schools} aria-label="Schools">
      <FileButton resetRef={reset} accept=".csv,text/csv" onChange={(file) => void choose(file)}>
        {(props) => (
          <Button variant="default" leftSection={<IconUpload size={20} aria-hidden />} {...props}>
            {rows.length === 0 ? 'Choose a CSV file' : 'Choose another file'}
          </Button>
        )}
      </FileButton>
      {(wrongFile ?? error) !== undefined && wrongFile !== '' && (
        <Text role="alert" c="var(--mantine-color-error)">
          {wrongFile ?? error}
        </Text>
      )}
      {rows.length > 0 && (
        <Text role="status">
          {rows.length === 1 ? '1 school' : `${rows.length} schools`}
          {wrong > 0 && `, ${wrong === 1 ? '1 line needs' : `${wrong} lines need`} a look`}
        </Text>
      )}
      <ul className={styles.rows} aria-label="Schools in the file">
        {rows.map((row, place) => {
          const rowErrors = errors[place] ?? {};
          const remove = () => onChange(rows.filter(({ line }) => line !== row.line));
          const isWrong = Object.keys(rowErrors).length > 0;
          return (
            <li key={row.line}>
              {isWrong || mending.has(row.line) ? (
                <WrongRow row={row} errors={rowErrors} onChange={mend} onRemove={remove} />
              ) : (
                <div className={styles.goodRow}>
                  <span dir="auto">{row.school}</span>
                  <span>{row.email}</span>
                  <span>{countryName(row.country)}</span>
                  <Remove line={row.line} onRemove={remove} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
