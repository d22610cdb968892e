import { Button, Group } from '@mantine/core';
import { Link } from 'react-router-dom';

interface TabsProps<Name extends string> {
  label: string;
  shown: Name;
  tabs: readonly { tab: Name; label: string; to: string }[];
}

/** Parts of a page that each have an address. */
export function Tabs<Name extends string>({ label, shown, tabs }: TabsProps<Name>) {
  return (
    <Group component="nav" aria-label={label} gap="sm" mb="lg">
      {tabs.map(({ tab, label: name, to }) => (
        <Button
          key={tab}
          component={Link}
          to={to}
          variant={tab === shown ? 'light' : 'subtle'}
          aria-current={tab === shown ? 'page' : undefined}
        >
          {name}
        </Button>
      ))}
    </Group>
  );
}
