import { Link } from 'react-router-dom';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import type { PanelStudent } from '#contract/panel/panel.schema.ts';
import type { Column } from '#src/ui/data-table.tsx';
import { Day } from '#src/ui/day.tsx';
import { useWayHere } from '#src/ui/way-back.ts';
import styles from '#src/panel/panel.module.css';
import { privacyWords } from '#src/panel/panel.words.ts';

/** A day of the server's calendar (UTC), as it stands in a list: "26 Nov 2026". */
const sayUtcDay = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** What lets the profile name the student, as this list does. */
interface Naming {
  school: string | null;
  reason: string | null;
}

function Student({ id, name, tenant, school, reason }: PanelStudent & Naming) {
  const naming = school === null ? reason !== null && { reason } : { school };
  const here = useWayHere('Students');
  return (
    <span className={styles.words}>
      <Link to={panelPaths.profile({ userId: id, ...naming })} state={here}>
        <bdi>{name ?? `A student of ${tenant.school_name}`}</bdi>
      </Link>
    </span>
  );
}

/** @param isNamed whether the list may be sorted by name */
export const studentColumns = (isNamed: boolean, naming: Naming): readonly Column<PanelStudent>[] => [
  {
    key: 'name',
    header: 'Name',
    heading: true,
    cell: (student) => <Student {...student} {...naming} />,
    ...(isNamed && { sortBy: ({ name }: PanelStudent) => name }),
  },
  { key: 'school', header: 'School', cell: ({ tenant }) => <bdi>{tenant.school_name}</bdi> },
  { key: 'classes', header: 'Classes', cell: ({ classes }) => classes, width: '90px', align: 'end' },
  {
    key: 'works',
    header: 'Public works',
    cell: ({ public_works }) => public_works,
    width: '120px',
    align: 'end',
    hideUnder: 900,
  },
  {
    key: 'privacy',
    header: 'Privacy',
    cell: ({ privacy_preference }) => privacyWords[privacy_preference],
    width: '120px',
    hideUnder: 768,
  },
  {
    key: 'last_day',
    header: 'Last day',
    cell: ({ last_day }) => (last_day === null ? 'Never' : sayUtcDay.format(new Date(last_day))),
    width: '130px',
  },
  {
    key: 'joined',
    header: 'Joined',
    cell: ({ joined_at }) => <Day at={joined_at} />,
    ...(isNamed && { sortBy: ({ joined_at }: PanelStudent) => joined_at }),
    width: '130px',
    hideUnder: 900,
  },
];
