import '#src/ui/menu-styles.ts';
import { Menu } from '@mantine/core';
import { IconPencil, IconPin, IconPinnedOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import type { PanelWork } from '#contract/panel/works.schema.ts';
import { levelWords, titleOf } from '#contract/works/works.rules.ts';
import type { Column } from '#src/ui/data-table.tsx';
import { languageName, workKindWords } from '#src/panel/panel.words.ts';
import {
  actionsColumn,
  placeOf,
  publishedColumn,
  reportsColumn,
  schoolColumn,
  ShownWork,
} from './shown-columns.tsx';
import { pickWords } from '#src/panel/use-pick.ts';

interface WorkActs {
  /** The platform: what it has itself is not picked. */
  ownId: string | undefined;
  onPick: (work: PanelWork) => void;
}

/** How a list draws a cover. */
export type DrawCover = (work: PanelWork) => ReactNode;

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
      <ShownWork work={work} picture={drawCover(work)} words={titleOf(work)} facts={factsOf(work)} />
    ),
  },
  schoolColumn,
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
  publishedColumn,
  reportsColumn,
  actionsColumn(
    (work) => `Actions for ${titleOf(work)}`,
    (work) =>
      work.tenant.id === ownId ? (
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
      ),
  ),
];
