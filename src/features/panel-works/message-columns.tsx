import '#src/ui/menu-styles.ts';
import { Menu } from '@mantine/core';
import { IconPin, IconPinnedOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { PanelMessage } from '#contract/dear-world/messages.schema.ts';
import { countryName } from '#contract/kit/countries.ts';
import { goalNames } from '#src/lib/goals.ts';
import type { Column } from '#src/ui/data-table.tsx';
import { actionsColumn, publishedColumn, reportsColumn, schoolColumn, ShownWork } from './shown-columns.tsx';

interface MessageActs {
  drawDrawing: (message: PanelMessage) => ReactNode;
  /** Years that a message can be put into. */
  editions: readonly number[];
  /** Null: out of its edition. */
  onPick: (message: PanelMessage, year: number | null) => void;
}

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
      <ShownWork
        work={message}
        picture={drawDrawing(message)}
        words={message.words}
        facts={[message.byline, message.country === null ? '' : countryName(message.country)]
          .filter((part) => part !== '')
          .join(', ')}
      />
    ),
  },
  schoolColumn,
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
  publishedColumn,
  reportsColumn,
  actionsColumn(
    (message) => `Actions for the message by ${message.byline}`,
    (message) => (
      <>
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
      </>
    ),
  ),
];
