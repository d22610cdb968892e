import { Button, Menu } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconChevronUp } from '@tabler/icons-react';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { privacyPreferences } from '#contract/students/students.schema.ts';
import type { PrivacyPreference } from '#contract/students/students.schema.ts';
import { BulkBar } from '#src/ui/bulk-bar.tsx';
import { privacyLooks } from './privacy.tsx';

interface RosterBulkBarProps {
  count: number;
  /** How many the list has with those on other pages; null where all of them are picked. */
  all: number | null;
  archived: boolean;
  onPickAll: () => void;
  onClear: () => void;
  onPrivacy: (to: PrivacyPreference) => void;
  onArchive: () => void;
  onRestore: () => void;
  /** Further buttons, after that for privacy. */
  more?: ReactNode;
}

function PrivacyMenu({ onPrivacy }: Pick<RosterBulkBarProps, 'onPrivacy'>) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Menu position="top-end" width={220} withinPortal>
      <Menu.Target>
        <Button
          ref={button}
          variant="default"
          rightSection={<IconChevronUp size={16} stroke={2} aria-hidden />}
        >
          Change privacy
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {privacyPreferences.map((preference) => {
          const { label, Icon } = privacyLooks[preference];
          return (
            <Menu.Item
              key={preference}
              leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
              onClick={() => {
                // The question gives the focus back to the button, which stays, not to an item of a closed menu.
                button.current?.focus();
                onPrivacy(preference);
              }}
            >
              {label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

/** What can be done with the students that are picked. */
export function RosterBulkBar({
  archived,
  onPrivacy,
  onArchive,
  onRestore,
  more,
  ...bar
}: RosterBulkBarProps) {
  return (
    <BulkBar label="Selected students" {...bar}>
      <PrivacyMenu onPrivacy={onPrivacy} />
      {more}
      {archived ? (
        <Button leftSection={<IconArchiveOff size={20} stroke={1.75} aria-hidden />} onClick={onRestore}>
          Restore
        </Button>
      ) : (
        <Button
          variant="default"
          leftSection={<IconArchive size={20} stroke={1.75} aria-hidden />}
          onClick={onArchive}
        >
          Archive
        </Button>
      )}
    </BulkBar>
  );
}
