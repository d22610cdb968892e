import { Checkbox, UnstyledButton } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { deviceStorage } from '#src/session/device-storage.ts';
import { isOnPage } from './anchors.ts';
import { isOff, setOff } from './tour-memory.ts';
import { toursFor, type Tour, type TourPlaces } from './tour.ts';
import { askForTour } from './tours.store.ts';
import styles from './tour-list.module.css';

interface TourListProps {
  tours: readonly Tour[];
  places: TourPlaces;
  /** The person leaves for the page of a tour. */
  onLeave: () => void;
}

/** The tours again, for those who ask, and whether they come by themselves. */
export function TourList({ tours, places, onLeave }: TourListProps) {
  const navigate = useNavigate();
  const [isQuiet, setQuiet] = useState(() => isOff(deviceStorage));

  function begin(tour: Tour, page: string) {
    onLeave();
    askForTour(tour);
    if (!isOnPage(tour.steps[0]?.at ?? '')) void navigate(page);
  }

  const offered = toursFor(tours, places.role).flatMap((tour) => {
    const page = tour.page(places);
    return page === null ? [] : [{ tour, page }];
  });
  if (offered.length === 0) return null;
  // Folded, because the topics below are what most people look for.
  return (
    <details className={styles.tours}>
      <summary className={styles.heading}>Guided tours</summary>
      <ul>
        {offered.map(({ tour, page }) => (
          <li key={tour.name}>
            <UnstyledButton className={styles.tour} onClick={() => begin(tour, page)}>
              <IconRoute size={20} stroke={1.75} aria-hidden />
              {tour.name}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <Checkbox
        className={styles.choice}
        label="Offer tours on this device"
        checked={!isQuiet}
        onChange={({ currentTarget }) => {
          setOff(deviceStorage, !currentTarget.checked);
          setQuiet(!currentTarget.checked);
        }}
      />
    </details>
  );
}
