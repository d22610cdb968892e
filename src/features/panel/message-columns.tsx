import '#src/ui/menu-styles.ts';
import { Menu, Text } from '@mantine/core';
import { IconBook, IconEye, IconPin, IconPinnedOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { PanelMessage } from '#contract/dear-world/messages.schema.ts';
import { countryName } from '#contract/kit/countries.ts';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import { goalNames } from '#src/lib/goals.ts';
import type { Column } from '#src/ui/data-table.tsx';
import { RowMenu } from '#src/ui/row-menu.tsx';
import styles from './panel.module.css';
import { Moment } from './person-sections.tsx';

interface MessageActs {
  drawDrawing: (message: PanelMessage) => ReactNode;
  /** Years that a message can be put into. */
  editions: readonly number[];
  /** Null: out of its edition. */
  onPick: (message: PanelMessage, year: number | null) => void;
}

const placeOf = ({ tenant, id }: PanelMessage) => ({ tenantId: tenant.id, workId: id });

/** Messages of all schools, the latest first: the server knows no other order. */
export const messageColumns = ({
  drawDrawing,
  editions,
  onPick,
}: MessageActs): readonly Column<PanelMessage>[] => [
  {
    key: 'message',
    header: 'Message',
    heading: true,
    cell: (message) => (
      <span className={styles.work}>
        <span className={styles.thumb} aria-hidden>
          {drawDrawing(message)}
        </span>
        <span className={styles.words}>
          <Link to={panelPaths.viewBook(placeOf(message))} lang={message.language} dir="auto">
            {message.words}
          </Link>
          <Text span c="dimmed" size="sm" fw={400}>
            {[message.byline, message.country === null ? '' : countryName(message.country)]
              .filter((part) => part !== '')
              .join(', ')}
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
    key: 'goal',
    header: 'Goal',
    cell: ({ goal }) => `${goal}. ${goalNames[goal - 1] ?? ''}`,
    width: '170px',
    hideUnder: 900,
  },
  {
    key: 'edition',
    header: 'Edition',
    cell: ({ edition }) => edition ?? '–',
    width: '95px',
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
    cell: (message) => (
      <RowMenu label={`Actions for the message by ${message.byline}`} width={260}>
        <Menu.Item
          component={Link}
          to={panelPaths.viewBook(placeOf(message))}
          leftSection={<IconBook size={18} stroke={1.75} aria-hidden />}
        >
          View
        </Menu.Item>
        {editions
          .filter((year) => year !== message.edition)
          .map((year) => (
            <Menu.Item
              key={year}
              leftSection={<IconPin size={18} stroke={1.75} aria-hidden />}
              onClick={() => onPick(message, year)}
            >
              Put into Dear World {year}
            </Menu.Item>
          ))}
        {message.edition !== null && (
          <Menu.Item
            leftSection={<IconPinnedOff size={18} stroke={1.75} aria-hidden />}
            onClick={() => onPick(message, null)}
          >
            Take out of Dear World {message.edition}
          </Menu.Item>
        )}
        {message.reports > 0 && (
          <Menu.Item
            component={Link}
            to={panelPaths.bookMonitoring(placeOf(message))}
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
