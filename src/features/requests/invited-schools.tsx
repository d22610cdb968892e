import { Button, Group, Text } from '@mantine/core';
import { countryName } from '#contract/kit/countries.ts';
import { mayRemind } from '#contract/requests/requests.rules.ts';
import type { EnrolmentState, RequestDetails } from '#contract/requests/requests.schema.ts';
import { DataTable, type Column } from '#src/ui/data-table.tsx';
import { Day } from '#src/ui/day.tsx';
import { useNow } from '#src/ui/moments.ts';
import { enrolmentWords } from './requests.words.ts';

type School = RequestDetails['schools'][number];

interface InvitedSchoolsProps {
  schools: readonly School[];
  /** False where nobody confirmed the list yet, or nobody meant it. */
  mayInvite: boolean;
  isBusy: boolean;
  onInvite: (emails: string[]) => void;
  /** Writes once more to those who did not answer. */
  onRemind: (emails: string[]) => void;
}

function State({ state, invited_at, reminded_at, note }: School) {
  return (
    <>
      {enrolmentWords[state]}
      {invited_at !== null && (
        <Text size="sm" c="dimmed">
          Invited <Day at={invited_at} />
        </Text>
      )}
      {reminded_at !== null && (
        <Text size="sm" c="dimmed">
          Invited again <Day at={reminded_at} />
        </Text>
      )}
      {note !== null && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
    </>
  );
}

function countsOf(schools: readonly School[]): string {
  const counted = (state: EnrolmentState) => schools.filter((school) => school.state === state).length;
  const states = ['registered', 'invited', 'waiting', 'returned', 'unreachable'] as const;
  return states
    .filter((state) => counted(state) > 0)
    .map((state) => `${counted(state)} ${enrolmentWords[state].toLowerCase()}`)
    .join(', ');
}

/** The schools of a list: how far each is, and their invitations. */
export function InvitedSchools({ schools, mayInvite, isBusy, onInvite, onRemind }: InvitedSchoolsProps) {
  const now = useNow();
  const waiting = schools.filter(({ state }) => state === 'waiting').map(({ email }) => email);
  const quiet = schools.filter((school) => mayRemind(school, now)).map(({ email }) => email);
  const columns: Column<School>[] = [
    { key: 'school', header: 'School', heading: true, cell: ({ school }) => <bdi>{school}</bdi> },
    { key: 'email', header: 'Email', width: '230px', cell: ({ email }) => email },
    { key: 'country', header: 'Country', width: '120px', cell: ({ country }) => countryName(country) },
    { key: 'state', header: 'State', cell: (school) => <State {...school} /> },
    {
      key: 'act',
      header: 'Invite',
      width: '130px',
      cell: ({ school, email, state }) => {
        const isQuiet = quiet.includes(email);
        if (!mayInvite || (state !== 'waiting' && !isQuiet)) return null;
        return (
          <Button
            variant="default"
            size="sm"
            disabled={isBusy}
            aria-label={isQuiet ? `Invite again: ${school}` : `Invite ${school}`}
            onClick={() => (isQuiet ? onRemind : onInvite)([email])}
          >
            {isQuiet ? 'Invite again' : 'Invite'}
          </Button>
        );
      },
    },
  ];
  return (
    <>
      <Text mb="sm" role="status">
        {countsOf(schools)}
      </Text>
      {mayInvite && (
        <Group mb="md">
          {waiting.length > 0 && (
            <Button disabled={isBusy} onClick={() => onInvite(waiting)}>
              {waiting.length === 1 ? 'Invite 1 school' : `Invite ${waiting.length} schools`}
            </Button>
          )}
          {quiet.length > 0 && (
            <Button variant="default" disabled={isBusy} onClick={() => onRemind(quiet)}>
              {quiet.length === 1 ? 'Invite 1 school again' : `Invite ${quiet.length} schools again`}
            </Button>
          )}
        </Group>
      )}
      <DataTable
        caption="Schools of the list"
        columns={columns}
        rows={schools}
        rowKey={({ email }) => email}
        loading={false}
        empty={null}
      />
    </>
  );
}
