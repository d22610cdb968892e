import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTenant } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { Screen } from '#src/ui/screen.tsx';
import { SummaryNumbers } from './summary-numbers.tsx';

interface SummaryScreenProps {
  /** Address of the list of schools. */
  listHref: string;
  /** What the list is called. */
  listName: string;
  /** Where the people are listed, where there is such a page. */
  peopleHref?: string;
  /** What stands under the numbers. */
  below?: ReactNode;
  api?: ApiClient;
}

/** The dashboard of those who look after several schools: how much there is in them, and the way to them. */
export function SummaryScreen({ listHref, listName, peopleHref, below, api }: SummaryScreenProps) {
  const { tenant } = useTenant();
  return (
    <Screen
      title="Dashboard"
      description={tenant?.school_name}
      actions={
        <>
          {peopleHref !== undefined && (
            <Button component={Link} to={peopleHref} variant="default">
              Users
            </Button>
          )}
          <Button component={Link} to={listHref} rightSection={<IconArrowRight size={20} aria-hidden />}>
            {listName}
          </Button>
        </>
      }
    >
      <SummaryNumbers {...(api && { api })} />
      {below}
    </Screen>
  );
}
