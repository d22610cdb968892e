import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { useTenant } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { Screen } from '#src/ui/screen.tsx';
import { SummaryNumbers } from './summary-numbers.tsx';

interface SummaryScreenProps {
  /** What stands under the numbers. */
  below?: ReactNode;
  api?: ApiClient;
}

/** The dashboard of those who look after several schools: how much there is in them, and the way to them. */
export function SummaryScreen({ below, api }: SummaryScreenProps) {
  const { tenant } = useTenant();
  return (
    <Screen
      title="Dashboard"
      description={tenant?.school_name}
      actions={
        <>
          <Button component={Link} to={paths.organization.people()} variant="default">
            Users
          </Button>
          <Button
            component={Link}
            to={paths.organization.schools()}
            rightSection={<IconArrowRight size={20} aria-hidden />}
          >
            Schools
          </Button>
        </>
      }
    >
      <SummaryNumbers {...(api && { api })} />
      {below}
    </Screen>
  );
}
