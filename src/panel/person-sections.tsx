import { Anchor, Text } from '@mantine/core';
import { countryName } from '#contract/kit/countries.ts';
import type { PersonProfile } from '#contract/panel/people.schema.ts';
import { roleName } from '#src/session/dashboards.ts';
import { CardSection } from '#src/ui/card-section.tsx';
import { DataTable, type Column } from '#src/ui/data-table.tsx';
import { Day } from '#src/ui/day.tsx';
import { sayInFull } from '#src/ui/moments.ts';
import styles from './panel.module.css';
import { personStateWords, privacyWords } from './panel.words.ts';

type Staff = NonNullable<PersonProfile['staff']>;
type Session = Staff['sessions'][number];
type Letter = Staff['letters'][number];
type Entry = Staff['audit'][number];

/** What other features call things. */
export interface PersonWords {
  letterName: (letter: Pick<Letter, 'kind' | 'subject'>) => string;
  letterState: (state: Letter['state']) => string;
  /** `archived a colleague`, of an action. */
  sayAction: (action: string) => string;
}

export function Moment({ moment, none = 'Never' }: { moment: string | null; none?: string }) {
  if (moment === null) return none;
  return <Day at={moment} />;
}

export function PersonFacts({ person }: { person: PersonProfile }) {
  const { email, role, country, state, classes, privacy_preference, staff } = person;
  return (
    <dl className={styles.personFacts}>
      {role !== 'student' && (
        <>
          <dt>Email</dt>
          <dd>
            {email === null ? 'None' : <Anchor href={`mailto:${email}`}>{email}</Anchor>}
            {staff?.pending_email && (
              <Text c="dimmed" size="sm">
                {staff.pending_email} is not confirmed yet
              </Text>
            )}
          </dd>
        </>
      )}
      <dt>Role</dt>
      <dd>{roleName(role)}</dd>
      <dt>State</dt>
      <dd>{personStateWords[state]}</dd>
      {privacy_preference !== null && (
        <>
          <dt>Privacy</dt>
          <dd>{privacyWords[privacy_preference]}</dd>
        </>
      )}
      <dt>Country</dt>
      <dd>{country === null ? 'Not given' : countryName(country)}</dd>
      <dt>Joined</dt>
      <dd>
        <Moment moment={person.joined_at} />
      </dd>
      <dt>Last sign-in</dt>
      <dd>
        <Moment moment={person.last_login} />
      </dd>
      {staff === null && (
        <>
          <dt>Classes</dt>
          <dd>{classes}</dd>
        </>
      )}
    </dl>
  );
}

const sessionColumns: readonly Column<Session>[] = [
  {
    key: 'created',
    header: 'Signed in',
    heading: true,
    cell: ({ created_at }) => <Moment moment={created_at} />,
  },
  { key: 'expires', header: 'Ends', cell: ({ expires_at }) => sayInFull(expires_at) },
];

const letterColumns = ({ letterName, letterState }: PersonWords): readonly Column<Letter>[] => [
  { key: 'letter', header: 'Letter', heading: true, cell: (letter) => letterName(letter) },
  { key: 'state', header: 'State', cell: ({ state }) => letterState(state), width: '130px' },
  {
    key: 'written',
    header: 'Written',
    cell: ({ written_at }) => <Moment moment={written_at} />,
    width: '130px',
  },
];

const auditColumns = ({ sayAction }: PersonWords): readonly Column<Entry>[] => [
  {
    key: 'action',
    header: 'What happened',
    heading: true,
    cell: ({ by, action }) => (
      <>
        <bdi>{by ?? 'Somebody'}</bdi> {sayAction(action)}
      </>
    ),
  },
  { key: 'at', header: 'When', cell: ({ at }) => <Moment moment={at} />, width: '130px' },
];

/** What the school knows of one of its staff. */
export function PersonSections({ staff, words }: { staff: Staff; words: PersonWords }) {
  return (
    <>
      <CardSection title="Classes">
        {staff.classes.length === 0 ? (
          <Text c="dimmed">They teach no class.</Text>
        ) : (
          <ul className={styles.plain}>
            {staff.classes.map(({ id, name }) => (
              <li key={id} dir="auto">
                {name}
              </li>
            ))}
          </ul>
        )}
      </CardSection>
      <CardSection title="Sessions">
        <DataTable
          caption="Sessions"
          columns={sessionColumns}
          rows={staff.sessions}
          rowKey={({ id }) => id}
          empty={<Text c="dimmed">They are signed in nowhere.</Text>}
        />
      </CardSection>
      <CardSection title="Letters">
        <DataTable
          caption="Letters"
          columns={letterColumns(words)}
          rows={staff.letters}
          rowKey={({ id }) => id}
          empty={<Text c="dimmed">Nothing was sent to them in 90 days.</Text>}
        />
      </CardSection>
      <CardSection title="Audit">
        <DataTable
          caption="Audit"
          columns={auditColumns(words)}
          rows={staff.audit}
          rowKey={({ id }) => id}
          empty={<Text c="dimmed">Nothing was done by them or to them yet.</Text>}
        />
      </CardSection>
    </>
  );
}
