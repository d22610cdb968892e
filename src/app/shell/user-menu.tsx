import '#src/ui/menu-styles.ts';
import { Menu, Text, UnstyledButton } from '@mantine/core';
import {
  IconBooks,
  IconDeviceTablet,
  IconFeather,
  IconHome,
  IconLogout,
  IconUserCircle,
} from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import { animalOf } from '#contract/kit/avatar-names.ts';
import type { User } from '#contract/identity/identity.schema.ts';
import { paths } from '#contract/kit/paths.ts';
import { product } from '#contract/kit/product.ts';
import { isAuthor, runsClasses } from '#contract/kit/roles.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import {
  dashboardOf,
  profileOf,
  switchableDashboards,
  titleOfUser,
  type Dashboard,
} from '#src/session/dashboards.ts';
import { passTablet } from '#src/session/redirects.ts';
import { ReplicaGate } from '#src/session/replica-gate.tsx';
import { useRows } from '#src/session/use-replica.ts';
import { useTenant } from '#src/session/use-session.ts';
import { Portrait } from '#src/ui/portrait.tsx';
import styles from './shell.module.css';

/** As the device has it now: who changes their picture sees it here as well, with or without a network. */
function PortraitOfNow({ user }: { user: User }) {
  const [profile = user] = useRows(scopeOf.user(user.id), 'profile').rows;
  return <Face user={user} shown={profile} />;
}

/** A child without a picture of their own has the animal that it has everywhere. */
function Face({
  user,
  shown = user,
}: {
  user: User;
  shown?: Pick<User, 'id' | 'avatar' | 'first_name' | 'last_name'>;
}) {
  const avatar = user.role === 'student' ? animalOf(shown) : shown.avatar;
  return <Portrait person={{ ...shown, avatar }} size={44} />;
}

interface UserMenuProps {
  user: User;
  onSwitch: (dashboard: Dashboard) => void;
}

/** Who is signed in, where they can go, and the way out. */
export function UserMenu({ user, onSwitch }: UserMenuProps) {
  const { tenant } = useTenant();
  const { pathname } = useLocation();
  const name = `${user.first_name} ${user.last_name}`.trim();
  const dashboard = dashboardOf(user);
  const profile = profileOf(user);
  const areaOf = (address: string) => address.split(/[/?]/u)[1];
  const others = switchableDashboards(user).filter(({ to }) => areaOf(to) !== areaOf(pathname));
  return (
    <Menu position="bottom-end" width={280} offset={12} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={styles.person} aria-label={`Your menu, ${name}`} data-tour="user-menu">
          <ReplicaGate
            // Somebody with an animal may have chosen another one without a network, and only the replica knows.
            waiting={user.avatar === null && user.role !== 'student' && <Face user={user} />}
            failed={() => <Face user={user} />}
          >
            <PortraitOfNow user={user} />
          </ReplicaGate>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.who}>
          <Text fw={600}>
            <bdi>{name}</bdi>
          </Text>
          <Text c="dimmed">{user.visiting ? `Guest from ${user.visiting.home}` : titleOfUser(user)}</Text>
          <Text c="dimmed">{tenant?.school_name}</Text>
        </div>
        <Menu.Item
          component={Link}
          to={paths.home()}
          leftSection={<IconHome size={20} stroke={1.75} aria-hidden />}
        >
          Home
        </Menu.Item>
        {others.length > 0
          ? others.map((other) => (
              <Menu.Item
                key={other.to}
                // A link, so that leaving something unsaved is asked about as everywhere.
                component={Link}
                to={other.to}
                leftSection={<IconBooks size={20} stroke={1.75} aria-hidden />}
                onClick={(event) => {
                  event.preventDefault();
                  onSwitch(other);
                }}
              >
                {other.label}
              </Menu.Item>
            ))
          : dashboard && (
              <Menu.Item
                component={Link}
                to={dashboard.to}
                leftSection={<IconBooks size={20} stroke={1.75} aria-hidden />}
              >
                {dashboard.label}
              </Menu.Item>
            )}
        {profile !== null && (
          <Menu.Item
            component={Link}
            to={profile}
            leftSection={<IconUserCircle size={20} stroke={1.75} aria-hidden />}
          >
            Profile
          </Menu.Item>
        )}
        {isAuthor(user.role) && (
          <Menu.Item
            component={Link}
            to={paths.stories()}
            leftSection={<IconFeather size={20} stroke={1.75} aria-hidden />}
          >
            Upload Stories
          </Menu.Item>
        )}
        {(runsClasses(user.role) || user.role === product.platformRole) && (
          <Menu.Item
            component={Link}
            to={paths.resources()}
            leftSection={<IconBooks size={20} stroke={1.75} aria-hidden />}
          >
            Share resources
          </Menu.Item>
        )}
        {user.role === 'student' && (
          <Menu.Item
            component={Link}
            to={passTablet}
            className={styles.leave}
            leftSection={<IconDeviceTablet size={20} stroke={1.75} aria-hidden />}
          >
            Pass the tablet
          </Menu.Item>
        )}
        <Menu.Item
          component={Link}
          to={paths.signOut()}
          className={user.role === 'student' ? '' : styles.leave}
          leftSection={<IconLogout size={20} stroke={1.75} aria-hidden />}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
