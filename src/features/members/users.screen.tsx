import { Anchor, Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { Screen } from '#src/ui/screen.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { MembersScreen } from './members.screen.tsx';

interface UsersScreenProps {
  /** The letters of the school; null for those who may not see them. */
  mail: ReactNode;
}

const tabs = [
  { tab: 'people', label: 'People', to: '?' },
  { tab: 'mail', label: 'Email', to: '?tab=mail' },
] as const;

/** All people who sign in with an e-mail address, and the e-mail of the school; children have a page of their own. */
export function UsersScreen({ mail }: UsersScreenProps) {
  const [address] = useAddress();
  const shown = mail !== null && address.get('tab') === 'mail' ? 'mail' : 'people';
  const switcher = mail === null ? null : <Tabs label="Users" shown={shown} tabs={tabs} />;
  if (shown === 'mail') {
    return (
      <Screen title="Users" description="What the school sent by email, and what became of it.">
        {switcher}
        {mail}
      </Screen>
    );
  }
  return (
    <MembersScreen
      title="Users"
      above={switcher}
      description={
        <>
          Everybody who signs in with an email address. Children are among the{' '}
          <Anchor component={Link} to={paths.school.students()} underline="always">
            students
          </Anchor>
          .
        </>
      }
      actions={
        <Button
          component={Link}
          to={paths.school.userForm()}
          leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden />}
        >
          Add user
        </Button>
      }
    />
  );
}
