import { Button, Menu } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useClassesByName } from './use-classes-by-name.ts';

interface MoveProps {
  onClick: () => void;
}

const icon = { stroke: 1.75, 'aria-hidden': true } as const;

/** Whether there is another class than the one that somebody is in: a teacher often has a single one. */
function useHasSomewhere(): boolean {
  return useClassesByName().length > 1;
}

/** In the menu of a student. */
export function MoveMenuItem({ onClick }: MoveProps) {
  const hasSomewhere = useHasSomewhere();
  return (
    hasSomewhere && (
      <Menu.Item leftSection={<IconArrowsExchange size={18} {...icon} />} onClick={onClick}>
        Move to class
      </Menu.Item>
    )
  );
}

/** In the bar for those who are picked. */
export function MoveButton({ onClick }: MoveProps) {
  const hasSomewhere = useHasSomewhere();
  return (
    hasSomewhere && (
      <Button variant="default" leftSection={<IconArrowsExchange size={20} {...icon} />} onClick={onClick}>
        Move to class
      </Button>
    )
  );
}
