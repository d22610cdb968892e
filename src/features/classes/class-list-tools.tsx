import { Button } from '@mantine/core';
import { IconArchive, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useOpenedByAddress } from '#src/ui/use-opened-by-address.ts';
import { CreateClassDialog } from './create-class.dialog.tsx';

interface ClassListToolsProps {
  classHref: (id: string) => string;
  archivedHref: string;
  api?: ApiClient;
}

/** For those who run the school: a new class, and the classes of the years before. */
export function ClassListTools({ classHref, archivedHref, api = apiClient }: ClassListToolsProps) {
  const { opened: creating, open, close } = useOpenedByAddress('class');
  return (
    <>
      <Button
        component={Link}
        to={archivedHref}
        variant="default"
        leftSection={<IconArchive size={20} stroke={1.75} aria-hidden />}
      >
        Archived
      </Button>
      <Button
        data-tour="create-class"
        leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
        onClick={open}
      >
        Create class
      </Button>
      <CreateClassDialog api={api} classHref={classHref} opened={creating} onDone={close} />
    </>
  );
}
