import { Anchor } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link, useParams } from 'react-router-dom';
import { MemberFormScreen } from '#src/features/members/member-form.screen.tsx';
import { memberPlaces } from './member-places.ts';
import styles from './teacher.module.css';

/** `/admin-school/userprofile/{userId?}`: somebody new, or somebody who is changed. */
export function UserFormPage() {
  const { userId } = useParams();
  return (
    <MemberFormScreen
      userId={userId}
      listHref={memberPlaces.users}
      memberHref={memberPlaces.profile}
      breadcrumb={
        <Anchor component={Link} to={memberPlaces.users} className={styles.back}>
          <IconChevronLeft size={18} aria-hidden />
          Users
        </Anchor>
      }
    />
  );
}
