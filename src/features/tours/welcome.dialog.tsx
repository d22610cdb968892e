import { Button, Text } from '@mantine/core';
import { useLocation, useNavigate } from 'react-router-dom';
import type { User } from '#contract/identity/identity.schema.ts';
import { dashboardAt, paths } from '#contract/kit/paths.ts';
import { dashboardOf, isInDashboards, switchableDashboards } from '#src/session/dashboards.ts';
import { usePlaceName } from '#src/session/use-session.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import styles from './welcome.module.css';

/** What each is for, by its address. */
const about: Readonly<Record<string, string>> = {
  [paths.organization.home()]: 'The schools of your organization, and the way into each of them.',
  [dashboardAt('Teacher Dashboard')]: 'Classes and tablets, as the teachers of a school see them.',
  [paths.school.home()]: 'All classes, students and teachers, and what needs doing.',
};

interface WelcomeDialogProps {
  user: User;
  opened: boolean;
  onClose: () => void;
}

/** Specification, section 2: what several dashboards are for, said once to those who have them. */
export function WelcomeDialog({ user, opened, onClose }: WelcomeDialogProps) {
  const place = usePlaceName();
  const navigate = useNavigate();
  const { pathname } = useLocation();

  function goOn() {
    onClose();
    const own = dashboardOf(user);
    if (own && !isInDashboards(pathname)) void navigate(own.to);
  }

  return (
    <Dialog opened={opened} onClose={onClose} title={`Welcome, ${user.first_name}`} size={520}>
      <Text>You have more than one dashboard at {place}:</Text>
      <dl className={styles.dashboards}>
        {switchableDashboards(user).map(({ label, to }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{about[to]}</dd>
          </div>
        ))}
      </dl>
      <Text>To change between them, open your menu: the picture at the top right of every page.</Text>
      <Button fullWidth mt="lg" data-autofocus onClick={goOn}>
        Continue to Dashboard
      </Button>
    </Dialog>
  );
}
