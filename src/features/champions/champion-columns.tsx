import '#src/ui/menu-styles.ts';
import { Menu, Text } from '@mantine/core';
import { IconCalendar, IconX } from '@tabler/icons-react';
import type { Champion } from '#contract/champions/champions.schema.ts';
import type { Column } from '#src/ui/data-table.tsx';
import { sayDay, useNow } from '#src/ui/moments.ts';
import { RowMenu } from '#src/ui/row-menu.tsx';
import styles from './champions.module.css';
import { kindWords, stateWords } from './champions.words.ts';

/** What is done about a champion. */
export type ChampionAct = 'extend' | 'revoke';

function Day({ day, none }: { day: string | null; none: string }) {
  const now = useNow();
  return day === null ? none : sayDay(day, now);
}

const mayRevoke = ({ state }: Champion) => state === 'invited' || state === 'active';

/** What a list says of each champion. */
export const championColumns = (
  onAct: (act: ChampionAct, champion: Champion) => void,
): readonly Column<Champion>[] => [
  {
    key: 'name',
    header: 'Name',
    heading: true,
    cell: ({ name, email }) => (
      <span className={styles.words}>
        <bdi>{name}</bdi>
        <Text span c="dimmed" size="sm" fw={400}>
          {email}
        </Text>
      </span>
    ),
  },
  { key: 'may', header: 'May', cell: ({ kind }) => kindWords[kind].may, width: '170px', hideUnder: 900 },
  { key: 'state', header: 'State', cell: ({ state }) => stateWords[state], width: '90px' },
  { key: 'until', header: 'Until', cell: ({ until }) => <Day day={until} none="" />, width: '120px' },
  {
    key: 'why',
    header: 'Why',
    cell: ({ why, by, revoked_why }) => (
      <span className={styles.words}>
        <bdi>{revoked_why ?? why}</bdi>
        <Text span c="dimmed" size="sm">
          by <bdi>{by}</bdi>
        </Text>
      </span>
    ),
  },
  {
    key: 'seen',
    header: 'Last seen',
    cell: ({ last_seen }) => <Day day={last_seen} none="Never" />,
    width: '115px',
    hideUnder: 768,
  },
  {
    key: 'actions',
    header: 'Actions',
    cell: (champion) =>
      champion.state !== 'revoked' && (
        <RowMenu label={`Actions for ${champion.name}`} width={200}>
          <Menu.Item
            leftSection={<IconCalendar size={18} stroke={1.75} aria-hidden />}
            onClick={() => onAct('extend', champion)}
          >
            Extend
          </Menu.Item>
          {mayRevoke(champion) && (
            <Menu.Item
              color="red"
              leftSection={<IconX size={18} stroke={1.75} aria-hidden />}
              onClick={() => onAct('revoke', champion)}
            >
              Revoke rights
            </Menu.Item>
          )}
        </RowMenu>
      ),
    isMenu: true,
  },
];
