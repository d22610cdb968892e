import '#src/ui/menu-styles.ts';
import { Menu, Text } from '@mantine/core';
import { IconBook, IconEye, IconPencil, IconPin, IconPinnedOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import type { PanelWork } from '#contract/panel/works.schema.ts';
import { levelWords, titleOf } from '#contract/works/works.rules.ts';
import type { Column } from '#src/ui/data-table.tsx';
import { RowMenu } from '#src/ui/row-menu.tsx';
import styles from './panel.module.css';
import { languageName, workKindWords } from './panel.words.ts';
import { Moment } from './person-sections.tsx';
import { pickWords } from './use-pick.ts';

interface WorkActs {
  /** The platform: what it has itself is not picked. */
  ownId: string | undefined;
  onPick: (work: PanelWork) => void;
}

/** How a list draws a cover. */
export type DrawCover = (work: PanelWork) => ReactNode;

const placeOf = ({ tenant, id }: PanelWork) => ({ tenantId: tenant.id, workId: id });

/** “Book · English · by Zoë”. */
const factsOf = ({ kind, language, byline, is_picked }: PanelWork) =>
  [
    workKindWords[kind],
    languageName(language),
    ...(byline === '' ? [] : [`by ${byline}`]),
    ...(is_picked ? ['on the platform’s shelf'] : []),
  ].join(' · ');

/** Works of all schools, the latest first: the server knows no other order. */
export const workColumns = (
  drawCover: DrawCover,
  { ownId, onPick }: WorkActs,
): readonly Column<PanelWork>[] => [
  {
    key: 'title',
    header: 'Title',
    heading: true,
    cell: (work) => (
      <span className={styles.work}>
        <span className={styles.thumb} aria-hidden>
          {drawCover(work)}
        </span>
        <span className={styles.words}>
          <Link to={panelPaths.viewBook(placeOf(work))} lang={work.language} dir="auto">
            {titleOf(work)}
          </Link>
          <Text span c="dimmed" size="sm" fw={400}>
            {factsOf(work)}
          </Text>
        </span>
      </span>
    ),
  },
  {
    key: 'school',
    header: 'School',
    cell: ({ tenant }) => <bdi>{tenant.school_name}</bdi>,
    width: '170px',
  },
  {
    key: 'level',
    header: 'Level',
    cell: ({ level }) => (level === null ? '–' : levelWords[level].label),
    width: '150px',
    hideUnder: 900,
  },
  {
    key: 'goals',
    header: 'Goals',
    cell: ({ sdgs }) => (sdgs.length === 0 ? '–' : sdgs.join(', ')),
    width: '90px',
    hideUnder: 900,
  },
  {
    key: 'published',
    header: 'Published',
    cell: ({ published_at }) => <Moment moment={published_at} />,
    width: '115px',
    hideUnder: 768,
  },
  {
    key: 'reports',
    header: 'Reports',
    cell: ({ reports }) => (reports === 0 ? '–' : reports),
    width: '95px',
    align: 'end',
  },
  {
    key: 'actions',
    header: 'Actions',
    cell: (work) => (
      <RowMenu label={`Actions for ${titleOf(work)}`} width={260}>
        <Menu.Item
          component={Link}
          to={panelPaths.viewBook(placeOf(work))}
          leftSection={<IconBook size={18} stroke={1.75} aria-hidden />}
        >
          View
        </Menu.Item>
        {work.tenant.id === ownId ? (
          <Menu.Item
            component={Link}
            to={panelPaths.book(placeOf(work))}
            leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
          >
            Edit
          </Menu.Item>
        ) : (
          <Menu.Item
            leftSection={
              work.is_picked ? (
                <IconPinnedOff size={18} stroke={1.75} aria-hidden />
              ) : (
                <IconPin size={18} stroke={1.75} aria-hidden />
              )
            }
            onClick={() => onPick(work)}
          >
            {pickWords(work.is_picked)}
          </Menu.Item>
        )}
        {work.reports > 0 && (
          <Menu.Item
            component={Link}
            to={panelPaths.bookMonitoring(placeOf(work))}
            leftSection={<IconEye size={18} stroke={1.75} aria-hidden />}
          >
            To monitoring
          </Menu.Item>
        )}
      </RowMenu>
    ),
    width: '72px',
    align: 'end',
  },
];
