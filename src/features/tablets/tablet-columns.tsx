import { Text } from '@mantine/core';
import { putAway } from '#contract/devices/devices.rules.ts';
import { sayBytes } from '#src/lib/bytes.ts';
import type { Column } from '#src/ui/data-table.tsx';
import { sayDay, sayInFull, saySince, useNow } from '#src/ui/moments.ts';
import { StateMark } from '#src/ui/state-mark.tsx';
import styles from './tablets.module.css';
import { lastSeenInWords, preparedForInWords, unsentInWords, type Tablet } from './tablets.rules.ts';

function personOf({ first_name, last_name }: { first_name: string; last_name: string }): string {
  return `${first_name} ${last_name}`.trim();
}

function NameCell({ tablet: { name, isThisOne, app_version, is_current_version } }: { tablet: Tablet }) {
  return (
    <span className={styles.heading}>
      <span className={styles.name}>
        <bdi title={name}>{name}</bdi>
        {isThisOne && <span className={styles.tag}>This tablet</span>}
      </span>
      <span className={styles.name}>
        <Text span c="dimmed" size="sm">
          Version {app_version}
        </Text>
        {!is_current_version && <span className={styles.tag}>Old version</span>}
      </span>
    </span>
  );
}

function PutAwayCell({ tablet }: { tablet: Tablet }) {
  const now = useNow();
  const { isSafe, text } = putAway(tablet.unsent);
  const more = unsentInWords(tablet, now);
  return (
    <span className={styles.lines}>
      <StateMark good={isSafe} text={text} />
      {more && (
        <Text span c="dimmed" size="sm">
          {more}
        </Text>
      )}
    </span>
  );
}

function LastSeenCell({ tablet }: { tablet: Tablet }) {
  const now = useNow();
  return (
    <span className={styles.lines}>
      <time dateTime={tablet.last_seen_at} title={sayInFull(tablet.last_seen_at)}>
        {lastSeenInWords(tablet, now)}
      </time>
      <Text span c="dimmed" size="sm">
        <bdi>{personOf(tablet.last_user)}</bdi>
      </Text>
    </span>
  );
}

function StorageCell({ tablet }: { tablet: Tablet }) {
  const { free_bytes, storage_persisted, storage_wiped_at } = tablet;
  const now = useNow();
  return (
    <span className={styles.lines}>
      <span>{free_bytes === null ? 'Not known' : `${sayBytes(free_bytes)} free`}</span>
      {storage_persisted !== null && (
        <Text span c="dimmed" size="sm">
          {storage_persisted ? 'Kept by the browser' : 'May be cleared'}
        </Text>
      )}
      {storage_wiped_at !== null && (
        <Text span size="sm" fw={600}>
          Storage lost {lastSeenInWords({ ...tablet, isThisOne: false, last_seen_at: storage_wiped_at }, now)}
        </Text>
      )}
    </span>
  );
}

function PreparedCell({ tablet: { preparation, isPreparationLost } }: { tablet: Tablet }) {
  const now = useNow();
  if (!preparation) {
    return (
      <Text span c="dimmed">
        Not prepared
      </Text>
    );
  }
  const { made_at, made_by, last_pack_at, is_paused } = preparation;
  return (
    <span className={styles.lines}>
      <bdi>{preparedForInWords(preparation)}</bdi>
      {is_paused && (
        <Text span size="sm" fw={600}>
          Paused until somebody keeps it
        </Text>
      )}
      {isPreparationLost ? (
        <Text span size="sm" fw={600}>
          Lost here: please prepare it again
        </Text>
      ) : (
        <Text span c="dimmed" size="sm" title={sayInFull(last_pack_at)}>
          Cards as of {saySince(last_pack_at, now)}
        </Text>
      )}
      <Text span c="dimmed" size="sm" title={sayInFull(made_at)}>
        By <bdi>{personOf(made_by)}</bdi>, {sayDay(made_at, now)}
      </Text>
    </span>
  );
}

export const tabletColumns: readonly Column<Tablet>[] = [
  {
    key: 'name',
    header: 'Tablet',
    heading: true,
    cell: (tablet) => <NameCell tablet={tablet} />,
    sortBy: ({ name }) => name,
  },
  {
    key: 'unsent',
    header: 'Put away',
    orderName: 'unsent work',
    cell: (tablet) => <PutAwayCell tablet={tablet} />,
    sortBy: ({ unsent }) => unsent,
    width: '208px',
  },
  {
    key: 'prepared',
    header: 'Prepared for',
    cell: (tablet) => <PreparedCell tablet={tablet} />,
    sortBy: ({ preparation }) => preparation && preparedForInWords(preparation),
    width: '184px',
  },
  {
    key: 'last_seen',
    header: 'Last seen',
    cell: (tablet) => <LastSeenCell tablet={tablet} />,
    sortBy: ({ last_seen_at }) => last_seen_at,
    width: '136px',
    hideUnder: 768,
  },
  {
    key: 'storage',
    header: 'Storage',
    cell: (tablet) => <StorageCell tablet={tablet} />,
    sortBy: ({ free_bytes }) => free_bytes,
    width: '160px',
    hideUnder: 900,
  },
];
