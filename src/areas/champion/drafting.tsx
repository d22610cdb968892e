import { Button, Group } from '@mantine/core';
import { Link } from 'react-router-dom';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import { publicPaths } from '#contract/kit/public-paths.ts';

/** Where a superpower teacher writes for the platform. */
export function Drafting() {
  return (
    <Group gap="sm">
      <Button component={Link} to={publicPaths.championPages()}>
        My pages
      </Button>
      <Button component={Link} to={panelPaths.championResources()} variant="default">
        My resources
      </Button>
    </Group>
  );
}
