import { Button } from '@mantine/core';
import { IconArchive, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { apiClient } from '#src/session/api.ts';
import { useSchoolPlaces } from '#src/session/school-places.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useOpenedByAddress } from '#src/ui/use-opened-by-address.ts';
import { CreateClassDialog } from './create-class.dialog.tsx';

/** For those who run the school: a new class, and the classes of the years before. */
export function ClassListTools({ api = apiClient }: { api?: ApiClient }) {
  const places = useSchoolPlaces();
  const { opened: creating, open, close } = useOpenedByAddress('class');
  return (
    <>
      <Button
        component={Link}
        to={places.classes({ show: 'archived' })}
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
      <CreateClassDialog api={api} opened={creating} onDone={close} />
    </>
  );
}
