import { Menu } from '@mantine/core';
import { IconDeviceTabletOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { RowMenu } from '#src/ui/row-menu.tsx';
import type { Tablet } from './tablets.rules.ts';

interface TabletActionsProps {
  tablet: Tablet;
  /** False while the school cannot be reached: the list is the school's, not this tablet's. */
  isReachable: boolean;
  onRename: () => void;
  onTakeBack: () => void;
  onForget: () => void;
}

/** What can be done with one tablet. */
export function TabletActions({ tablet, isReachable, onRename, onTakeBack, onForget }: TabletActionsProps) {
  return (
    <RowMenu label={`Actions for ${tablet.name}`} width={248}>
      {!isReachable && <Menu.Label>Only while the school can be reached</Menu.Label>}
      <Menu.Item
        disabled={!isReachable}
        leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
        onClick={onRename}
      >
        Rename
      </Menu.Item>
      {tablet.preparation && (
        <Menu.Item
          disabled={!isReachable}
          leftSection={<IconDeviceTabletOff size={18} stroke={1.75} aria-hidden />}
          onClick={onTakeBack}
        >
          Take preparation back
        </Menu.Item>
      )}
      <Menu.Item
        disabled={!isReachable}
        leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
        onClick={onForget}
      >
        Take off the list
      </Menu.Item>
    </RowMenu>
  );
}
