import '#src/ui/menu-styles.ts';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconBook,
  IconHome,
  IconLayoutDashboard,
  IconMenu2,
  IconPhoto,
  IconSchool,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { publicPaths } from '#contract/kit/public-paths.ts';
import { buttonLabel, type Dashboard } from '#src/session/dashboards.ts';
import styles from './shell.module.css';

interface NavMenuProps {
  dashboard: Dashboard | null;
  /** Leads to the cart; nothing where there is none. */
  cart: ReactNode;
  /** Opens the picker; null where there is none. */
  onModes: (() => void) | null;
}

/** What a narrow window has no room for side by side. */
export function NavMenu({ dashboard, cart, onModes }: NavMenuProps) {
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <Menu position="bottom-end" width={260} offset={12} withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="primary" size={44} aria-label="Menu" className={styles.narrow}>
          <IconMenu2 size={24} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={paths.home()} leftSection={<IconHome {...icon} />}>
          Home
        </Menu.Item>
        <Menu.Item component={Link} to={paths.library()} leftSection={<IconBook {...icon} />}>
          Library
        </Menu.Item>
        <Menu.Item component={Link} to={publicPaths.courses()} leftSection={<IconSchool {...icon} />}>
          Courses
        </Menu.Item>
        {cart}
        {onModes && (
          <Menu.Item leftSection={<IconPhoto {...icon} />} onClick={onModes}>
            Select a Different Mode
          </Menu.Item>
        )}
        {dashboard && (
          <Menu.Item component={Link} to={dashboard.to} leftSection={<IconLayoutDashboard {...icon} />}>
            {buttonLabel(dashboard)}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
