import { Menu } from '@mantine/core';
import { IconRefreshAlert } from '@tabler/icons-react';
import { useSyncStatus } from '#src/session/use-replica.ts';
import { RowMenu } from '#src/ui/row-menu.tsx';

interface ReplaceMenuProps {
  /** Whose cards they are, as the rest of a phrase: "the class", "the school". */
  whose: string;
  /** What the button with the three dots is called. */
  label: string;
  /** True while the school is asked how many cards there are. */
  asking: boolean;
  onAsk: () => void;
}

/** Replacing many cards, which is seldom needed: behind a button with three dots. */
export function ReplaceMenu({ whose, label, asking, onAsk }: ReplaceMenuProps) {
  const { reachable } = useSyncStatus();
  return (
    <RowMenu label={label} width={260} variant="default" size={44} busy={asking}>
      {reachable === false && <Menu.Label>Only while the school can be reached</Menu.Label>}
      <Menu.Item
        disabled={reachable === false || asking}
        leftSection={<IconRefreshAlert size={18} stroke={1.75} aria-hidden />}
        onClick={onAsk}
      >
        Replace all cards of {whose}
      </Menu.Item>
    </RowMenu>
  );
}
