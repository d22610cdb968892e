import { Menu, Text } from '@mantine/core';
import { IconBook, IconEye } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import type { Column } from '#src/ui/data-table.tsx';
import { RowMenu } from '#src/ui/row-menu.tsx';
import styles from '#src/panel/panel.module.css';
import { Moment } from '#src/panel/person-sections.tsx';

/** A work of a school that strangers may see, as lists of the panel have it. */
interface Shown {
  id: string;
  tenant: { id: string; school_name: string };
  language: string;
  published_at: string;
  reports: number;
}

export const placeOf = ({ tenant, id }: Shown) => ({ tenantId: tenant.id, workId: id });

/** Its picture, the words that lead to it, and what is said of it below. */
export function ShownWork({
  work,
  picture,
  words,
  facts,
}: {
  work: Shown;
  picture: ReactNode;
  words: string;
  facts: string;
}) {
  return (
    <span className={styles.work}>
      <span className={styles.thumb} aria-hidden>
        {picture}
      </span>
      <span className={styles.words}>
        <Link to={panelPaths.viewBook(placeOf(work))} lang={work.language} dir="auto">
          {words}
        </Link>
        <Text span c="dimmed" size="sm" fw={400}>
          {facts}
        </Text>
      </span>
    </span>
  );
}

export const schoolColumn: Column<Shown> = {
  key: 'school',
  header: 'School',
  cell: ({ tenant }) => <bdi>{tenant.school_name}</bdi>,
  width: '170px',
};

export const publishedColumn: Column<Shown> = {
  key: 'published',
  header: 'Published',
  cell: ({ published_at }) => <Moment moment={published_at} />,
  width: '115px',
  hideUnder: 768,
};

export const reportsColumn: Column<Shown> = {
  key: 'reports',
  header: 'Reports',
  cell: ({ reports }) => (reports === 0 ? '–' : reports),
  width: '95px',
  align: 'end',
};

/** A menu with a way to it first, and to its reports last where there are any. */
export function actionsColumn<Row extends Shown>(
  labelOf: (row: Row) => string,
  acts: (row: Row) => ReactNode,
): Column<Row> {
  return {
    key: 'actions',
    header: 'Actions',
    cell: (row) => (
      <RowMenu label={labelOf(row)} width={260}>
        <Menu.Item
          component={Link}
          to={panelPaths.viewBook(placeOf(row))}
          leftSection={<IconBook size={18} stroke={1.75} aria-hidden />}
        >
          View
        </Menu.Item>
        {acts(row)}
        {row.reports > 0 && (
          <Menu.Item
            component={Link}
            to={panelPaths.bookMonitoring(placeOf(row))}
            leftSection={<IconEye size={18} stroke={1.75} aria-hidden />}
          >
            To monitoring
          </Menu.Item>
        )}
      </RowMenu>
    ),
    isMenu: true,
  };
}
