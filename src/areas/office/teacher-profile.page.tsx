import { Anchor } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link, useParams } from 'react-router-dom';
import { MemberProfileScreen } from '#src/features/members/member-profile.screen.tsx';
import { memberPlaces } from './member-places.ts';
import styles from './teacher.module.css';

/** `/admin-school/teacher/{id}/profile`. */
export function TeacherProfilePage() {
  const { id = '' } = useParams();
  return (
    <MemberProfileScreen
      key={id}
      userId={id}
      editHref={memberPlaces.edit}
      classHref={memberPlaces.schoolClass}
      breadcrumb={
        <Anchor component={Link} to={memberPlaces.list} className={styles.back}>
          <IconChevronLeft size={18} aria-hidden />
          Admin/Teachers
        </Anchor>
      }
    />
  );
}
