import { Button } from '@mantine/core';
import { IconFeather } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router-dom';
import { dashboardAt } from '#contract/kit/paths.ts';
import { ClassDetails, ClassList } from '../classroom.tsx';
import styles from './own-classes.module.css';

/** What waits is a tap away where the menu is folded into a bar. */
function ToReview() {
  return (
    <Button
      component={Link}
      to={dashboardAt('Stories')}
      variant="default"
      className={styles.folded}
      leftSection={<IconFeather size={20} stroke={1.75} aria-hidden />}
    >
      To review
    </Button>
  );
}

/** The classes of a teacher, or one of them where the address names it. */
export function OwnClasses() {
  const [address] = useSearchParams();
  return address.has('id') ? <ClassDetails /> : <ClassList actions={<ToReview />} />;
}
