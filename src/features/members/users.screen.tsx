import { Anchor, Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { MembersScreen } from './members.screen.tsx';

interface UsersScreenProps {
  newHref: string;
  studentsHref: string;
  memberHref: (id: string) => string;
  editHref: (id: string) => string;
}

/** All people who sign in with an e-mail address; children have a page of their own. */
export function UsersScreen({ newHref, studentsHref, ...places }: UsersScreenProps) {
  return (
    <MembersScreen
      {...places}
      title="Users"
      description={
        <>
          Everybody who signs in with an e-mail address. Children are among the{' '}
          <Anchor component={Link} to={studentsHref} underline="always">
            students
          </Anchor>
          .
        </>
      }
      actions={
        <Button
          component={Link}
          to={newHref}
          leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden />}
        >
          Add user
        </Button>
      }
    />
  );
}
