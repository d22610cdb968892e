import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { Link, useParams } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { MemberFormScreen } from '#src/features/members/member-form.screen.tsx';
import { MembersScreen } from '#src/features/members/members.screen.tsx';
import { PeopleBySchoolSection } from '#src/features/visits/people-by-school.section.tsx';
import { ParentLink } from '../page-table.tsx';

/** `/admin-organization/user-dashboard`: the people of the organization itself, and how many there are in its schools. */
export function OrganizationPeoplePage() {
  return (
    <MembersScreen
      title="Users"
      description="The people of your organization."
      actions={
        <Button
          component={Link}
          to={paths.organization.person({ userId: 'new' })}
          leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden />}
        >
          Add user
        </Button>
      }
      below={<PeopleBySchoolSection />}
    />
  );
}

/** One of them, or somebody new. */
export function OrganizationPersonPage() {
  const { userId } = useParams();
  return <MemberFormScreen userId={userId === 'new' ? undefined : userId} breadcrumb={<ParentLink />} />;
}
