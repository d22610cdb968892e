import { useParams } from 'react-router-dom';
import { sayActivity } from '#src/features/dashboard/activity-words.ts';
import { kindName, stateNames } from '#src/features/mail/mail.words.ts';
import type { ChosenPlace } from '#src/features/members/new-platform-member.tsx';
import { PlatformMemberScreen } from '#src/features/members/platform-member.screen.tsx';
import { PeopleScreen } from '#src/features/panel-people/people.screen.tsx';
import { PersonProfileScreen } from '#src/features/panel-people/person-profile.screen.tsx';
import { SchoolChoice } from '#src/panel/school-choice.tsx';
import { apiClient } from '#src/session/api.ts';
import { useTenant } from '#src/session/use-session.ts';
import { ParentLink } from '../page-table.tsx';

const words = {
  letterName: kindName,
  letterState: (state: keyof typeof stateNames) => stateNames[state],
  sayAction: (action: string) => sayActivity({ action, subject: null, count: 1, facts: {} }),
};

function renderSchoolChoice(onChoose: (place: ChosenPlace) => void) {
  return (
    <SchoolChoice
      value={null}
      name={undefined}
      onChoose={(id, { school_name, kind }) =>
        onChoose({ id, school_name, is_organization: kind === 'organization', is_platform: false })
      }
      api={apiClient}
    />
  );
}

/** `/admin-panel/user/{userId?}` and `/admin-panel/userprofile/{userId?}`: one person of any school. */
export function PlatformPersonPage({ page }: { page: 'form' | 'profile' }) {
  const { userId } = useParams();
  const { tenant } = useTenant();
  const back = <ParentLink />;
  if (page === 'profile' && userId === undefined)
    return <PeopleScreen who="all" title="Find a person" breadcrumb={back} />;
  if (page === 'profile')
    return <PersonProfileScreen key={userId} userId={userId ?? ''} words={words} breadcrumb={back} />;
  return (
    tenant && (
      <PlatformMemberScreen
        userId={userId}
        platform={tenant}
        renderSchoolChoice={renderSchoolChoice}
        breadcrumb={back}
      />
    )
  );
}
