import { Menu } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconPencil, IconQrcode } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { fullName } from '#contract/students/students.rules.ts';
import { privacyPreferences } from '#contract/students/students.schema.ts';
import type { PrivacyPreference, Student } from '#contract/students/students.schema.ts';
import { RowMenu } from '#src/ui/row-menu.tsx';
import { privacyLooks } from './privacy.tsx';

interface StudentActionsProps {
  student: Student;
  onLoginCard: (() => void) | undefined;
  onRename: () => void;
  onPrivacy: (to: PrivacyPreference) => void;
  onArchive: () => void;
  onRestore: () => void;
  /** Further items of the menu, after these. */
  more?: ReactNode;
}

/** What can be done with one student. */
export function StudentActions({
  student,
  onLoginCard,
  onRename,
  onPrivacy,
  onArchive,
  onRestore,
  more,
}: StudentActionsProps) {
  return (
    <RowMenu label={`Actions for ${fullName(student)}`} width={220}>
      <Menu.Item leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />} onClick={onRename}>
        Rename
      </Menu.Item>
      {onLoginCard && student.archived_at === null && (
        <Menu.Item leftSection={<IconQrcode size={18} stroke={1.75} aria-hidden />} onClick={onLoginCard}>
          Login card
        </Menu.Item>
      )}
      {student.archived_at === null ? (
        <Menu.Item leftSection={<IconArchive size={18} stroke={1.75} aria-hidden />} onClick={onArchive}>
          Archive
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<IconArchiveOff size={18} stroke={1.75} aria-hidden />} onClick={onRestore}>
          Restore
        </Menu.Item>
      )}
      {more}
      <Menu.Divider />
      <Menu.Label>Change privacy</Menu.Label>
      <Menu.RadioGroup value={student.privacy_preference}>
        {privacyPreferences.map((preference) => {
          const { label, Icon } = privacyLooks[preference];
          return (
            <Menu.RadioItem
              key={preference}
              value={preference}
              onChange={() => onPrivacy(preference)}
              closeMenuOnClick
              rightSection={<Icon size={18} stroke={1.75} aria-hidden />}
            >
              {label}
            </Menu.RadioItem>
          );
        })}
      </Menu.RadioGroup>
    </RowMenu>
  );
}
