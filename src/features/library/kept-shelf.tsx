import { Button } from '@mantine/core';
import { IconDeviceTabletCheck } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useKeptCards } from '#src/session/kept-works.ts';
import { KeptPictures } from '#src/document/kept-pictures.tsx';
import { keptPage, workOf } from '#src/document/kept-work.ts';
import { Shelf } from './shelf-row.tsx';
import { WorkCardLink } from '#src/document/work-card-link.tsx';

/** The way to what one keeps here, for those who keep something. */
export function KeptLink() {
  const count = useKeptCards()?.length ?? 0;
  if (count === 0) return null;
  return (
    <Button
      component={Link}
      to={keptPage}
      variant="default"
      size="md"
      leftSection={<IconDeviceTabletCheck size={24} stroke={1.75} aria-hidden />}
    >
      On this tablet ({count})
    </Button>
  );
}

/** What can be read with no network. Nothing where nothing is kept. */
export function KeptShelf() {
  const works = (useKeptCards() ?? []).flatMap((card) => workOf(card) ?? []);
  if (works.length === 0) return null;
  return (
    <Shelf title="On this tablet" all={{ to: keptPage, count: works.length }}>
      {works.map((work) => (
        <li key={work.id}>
          <KeptPictures workId={work.id}>
            <WorkCardLink work={work} />
          </KeptPictures>
        </li>
      ))}
    </Shelf>
  );
}
