import { ActionIcon, Loader, Menu } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';

interface RowMenuProps {
  /** Whose actions they are: "Actions for Zoë Fern". */
  label: string;
  /** In pixels. */
  width: number;
  /** `default` beside other buttons, `subtle` in a row. */
  variant?: 'subtle' | 'default';
  /** Of the button, in pixels. */
  size?: number;
  /** True while what was chosen is being prepared. */
  busy?: boolean;
  children: ReactNode;
}

/** What can be done with one row of a list, or with all of them, behind a button with three dots. */
export function RowMenu({
  label,
  width,
  variant = 'subtle',
  size = 44,
  busy = false,
  children,
}: RowMenuProps) {
  const button = useRef<HTMLButtonElement>(null);

  return (
    <Menu position="bottom-end" width={width} withinPortal>
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant={variant}
          color="gray"
          size={size}
          // Beside buttons that fill the width of a phone.
          flex="0 0 auto"
          aria-label={label}
          // What stands beside other buttons is about the whole list, and no row.
          data-tour={variant === 'subtle' ? 'row-actions' : undefined}
          // Not disabled, because it would lose the focus, which what opens gives back to it.
          aria-busy={busy}
        >
          {busy ? <Loader size={18} color="gray" /> : <IconDotsVertical size={20} aria-hidden />}
        </ActionIcon>
      </Menu.Target>
      {/* What an item opens gives the focus back to where it was: to the button, which stays, and not to the item. */}
      <Menu.Dropdown onClickCapture={() => button.current?.focus()}>{children}</Menu.Dropdown>
    </Menu>
  );
}
