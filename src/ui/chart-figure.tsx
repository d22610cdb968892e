import { Button, Group, Text } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import styles from './chart-figure.module.css';

interface ChartFigureProps {
  title: string;
  detail: string;
  /** What the rows are, and what is counted. */
  columns: readonly [what: string, ...counts: string[]];
  /** A number for each thing that is counted. */
  rows: readonly { what: string; count: number | readonly number[] }[];
  /** The chart: for those who would rather look. */
  children: ReactNode;
}

/** A chart, and the same as a table for those who would rather read. */
export function ChartFigure({ title, detail, columns, rows, children }: ChartFigureProps) {
  const captionId = useId();
  const [isTable, setTable] = useState(false);
  return (
    <figure className={styles.chart} aria-labelledby={captionId}>
      <Group component="figcaption" justify="space-between" gap="xs">
        <span id={captionId}>
          <Text fw={600} component="span">
            {title}
          </Text>{' '}
          <Text c="dimmed" component="span">
            {detail}
          </Text>
        </span>
        <Button variant="subtle" size="compact-md" mih={44} px={0} onClick={() => setTable(!isTable)}>
          {isTable ? 'Show as bars' : 'Show as a table'}
        </Button>
      </Group>
      {isTable ? (
        <table className={styles.table} aria-labelledby={captionId}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ what, count }) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                {[count].flat().map((each, place) => (
                  <td key={columns[place + 1]}>{each.toLocaleString('en')}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        children
      )}
    </figure>
  );
}
