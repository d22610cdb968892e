import { Button, Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArchive, IconKey, IconPencil, IconSettings, IconUsersGroup } from '@tabler/icons-react';
import { useRef } from 'react';
import { classEndpoints } from '#contract/classes/classes.endpoints.ts';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { seesWholeSchool } from '#contract/kit/roles.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { saveAndSay } from '#src/session/saved-here.ts';
import { useReplica, useSyncStatus } from '#src/session/use-replica.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { notify } from '#src/ui/notify.tsx';
import { undoable } from '#src/ui/undo.tsx';
import { ClassTeachersDialog } from './class-teachers.dialog.tsx';
import { archiveClass, classInput } from './classes.mutations.ts';
import { saveRestored } from './restore-class.button.tsx';
import { EditClassDialog } from './edit-class.dialog.tsx';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

interface ClassToolsProps {
  schoolClass: SchoolClass;
  api?: ApiClient;
}

/** Why something that only the school can do has to wait; null where it need not. */
function useWhyNot({ class_id }: SchoolClass): string | null {
  const { reachable } = useSyncStatus();
  if (class_id === null) return 'Once the school has the class';
  return reachable === false ? 'Needs the network' : null;
}

/** What is done to a class: its name and colour by those who teach it, all else by those who run the school. */
export function ClassTools({ schoolClass, api = apiClient }: ClassToolsProps) {
  const replica = useReplica();
  const user = useUser();
  const whyNot = useWhyNot(schoolClass);
  const button = useRef<HTMLButtonElement>(null);
  const [editing, edit] = useDisclosure(false);
  const [assigning, assign] = useDisclosure(false);
  const [replacing, replace] = useDisclosure(false);
  const [archiving, archive] = useDisclosure(false);
  const { id, name, class_id } = schoolClass;
  if (!user) return null;
  const waits = whyNot !== null && (
    <Text size="sm" c="dimmed">
      {whyNot}
    </Text>
  );

  async function replaceCode() {
    try {
      const { class_id: code } = await api.call(classEndpoints.replaceCode, { params: { id } });
      notify.success(`The new class code is ${code}`, 'The one before opens nothing any more.');
    } catch (error) {
      notify.error('Failed to replace the class code', failureOf(error).text);
      return;
    }
    replica.syncNow();
  }

  async function putAway() {
    const undo = () => saveRestored(replica, schoolClass);
    await saveAndSay(undoable(undo), [`${name} archived`, 'Failed to archive the class'], () =>
      replica.enqueue(archiveClass, classInput(id)),
    );
  }

  return (
    <>
      <Menu position="bottom-end" width={260} withinPortal>
        <Menu.Target>
          <Button
            ref={button}
            variant="default"
            leftSection={<IconSettings size={20} stroke={1.75} aria-hidden />}
            aria-label={`Manage ${name}`}
          >
            Manage
          </Button>
        </Menu.Target>
        {/* What an item opens gives the focus back to the button, which stays, and not to the item. */}
        <Menu.Dropdown onClickCapture={() => button.current?.focus()}>
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={edit.open}>
            Edit name and colour
          </Menu.Item>
          {seesWholeSchool(user.role) && (
            <>
              <Menu.Item
                leftSection={<IconUsersGroup {...icon} />}
                disabled={whyNot !== null}
                onClick={assign.open}
              >
                Teachers
                {waits}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconKey {...icon} />}
                disabled={whyNot !== null}
                onClick={replace.open}
              >
                New class code
                {waits}
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item leftSection={<IconArchive {...icon} />} onClick={archive.open}>
                Archive class
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <EditClassDialog schoolClass={schoolClass} opened={editing} onClose={edit.close} />
      <ClassTeachersDialog api={api} schoolClass={schoolClass} opened={assigning} onDone={assign.close} />
      <ConfirmDialog
        opened={replacing}
        onClose={replace.close}
        title={`A new class code for ${name}?`}
        question={`The code ${class_id} stops working at once, wherever it is printed or written down. Login cards and passwords stay as they are.`}
        confirmLabel="Make a new code"
        danger
        onConfirm={replaceCode}
      />
      <ConfirmDialog
        opened={archiving}
        onClose={archive.close}
        title={`Archive ${name}?`}
        question="The class ends: its class code opens nothing any more, and its teachers do not see it. Its students keep their books and stories, can still sign in with their cards, and stand in no class until you put them into one. You can restore the class at any time."
        confirmLabel="Archive"
        onConfirm={putAway}
      />
    </>
  );
}
