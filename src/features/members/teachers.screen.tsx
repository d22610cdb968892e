import { Button } from '@mantine/core';
import { IconMailPlus, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { rolesToGive } from '#contract/members/members.rules.ts';
import { apiClient } from '#src/session/api.ts';
import { useTenant, useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useOpenedByAddress } from '#src/ui/use-opened-by-address.ts';
import { useWayHere } from '#src/ui/way-back.ts';
import { InviteDialog } from './invite.dialog.tsx';
import { MembersScreen } from './members.screen.tsx';
import { OpenInvitations } from './open-invitations.tsx';

/** The staff, and who is invited to become one of them. */
export function TeachersScreen({ api = apiClient }: { api?: ApiClient }) {
  const user = useUser();
  const { tenant } = useTenant();
  const here = useWayHere('Admin/Teachers');
  const inviting = useOpenedByAddress('invite');
  const [changes, setChanges] = useState(0);
  const noteChange = () => setChanges((count) => count + 1);
  const roles = user && tenant ? rolesToGive(user.role, tenant) : [];
  return (
    <>
      <MembersScreen
        api={api}
        title="Admin/Teachers"
        description="Who works here and what they may do."
        actions={
          roles.length > 0 && (
            <>
              <Button
                component={Link}
                to={paths.school.userForm()}
                state={here}
                data-tour="add-member"
                variant="default"
                leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden />}
              >
                Add user
              </Button>
              <Button
                data-tour="invite-member"
                leftSection={<IconMailPlus size={18} stroke={1.75} aria-hidden />}
                onClick={inviting.open}
              >
                Invite by email
              </Button>
            </>
          )
        }
        // Remounted to fetch the list again after an invitation, an archived or a restored member.
        below={roles.length > 0 && <OpenInvitations key={changes} api={api} />}
        onChanged={noteChange}
      />
      <InviteDialog
        api={api}
        roles={roles}
        opened={inviting.opened}
        onClose={inviting.close}
        onDone={() => {
          inviting.close();
          noteChange();
        }}
      />
    </>
  );
}
