import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { TutorialKey, User } from '#contract/identity/identity.schema.ts';
import { deviceStorage } from '#src/session/device-storage.ts';
import { switchableDashboards } from '#src/session/dashboards.ts';
import { notify } from '#src/ui/notify.tsx';
import { isOnPage } from './anchors.ts';
import { playTour } from './play-tour.ts';
import { toursFor, type Tour } from './tour.ts';
import { isOff, isUnseen, rememberSeen, rememberWelcome, wasWelcomed } from './tour-memory.ts';
import { TourOffer } from './tour-offer.tsx';
import { askForTour, useToursStore } from './tours.store.ts';
import { useGuidance, type Guidance } from './use-guidance.ts';
import { WelcomeDialog } from './welcome.dialog.tsx';

/** A card at the foot of the page, quieter than all else and last in line. */
interface Hint {
  isDue: () => boolean;
  render: (onClose: () => void) => ReactNode;
}

interface GuideProps {
  user: User;
  tours: readonly Tour[];
  /** The tours that the person has seen, wherever it was; null while this device does not know. */
  seen: readonly string[] | null;
  /** False while something comes before the welcome and any tour, such as the first steps of a new school. */
  isTimeForTours: boolean;
  /** Tells the school that one was shown or declined. */
  onSeen: (key: TutorialKey) => void;
  hint: Hint;
}

/** Milliseconds in which the page of a tour that was asked for has to come. */
const patience = 20_000;

/** Plays a tour, and ends it when its page goes. */
function usePlayer() {
  const playing = useRef<{ page: string; end: () => void } | null>(null);
  const { key: page } = useLocation();
  useEffect(() => {
    if (playing.current && playing.current.page !== page) playing.current.end();
  }, [page]);
  useEffect(() => () => playing.current?.end(), []);
  return (tour: Tour) => {
    const end = playTour(tour.steps, () => {
      playing.current = null;
    });
    playing.current = { page, end };
  };
}

/** A tour whose page does not come, or has nothing to point at, is not waited for without end. */
function useGivingUp(asked: Tour | null) {
  useEffect(() => {
    if (!asked) return undefined;
    const timer = setTimeout(() => {
      askForTour(null);
      notify.warning('The tour could not begin', 'What it explains is not on this page right now.');
    }, patience);
    return () => clearTimeout(timer);
  }, [asked]);
}

/** What is open; an offer belongs to the page on which it was made. */
type Opened = 'welcome' | 'hint' | { tour: Tour; page: string };

/**
 * What comes by itself to those who are new: the welcome to more than one dashboard, the offer of a page's tour, a hint. One at
 * a time, and never over something that was typed or that is open. Guests are shown none: they know it from home.
 */
export function Guide({ user, tours, seen, isTimeForTours, onSeen, hint }: GuideProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const { key: page } = useLocation();
  const asked = useToursStore((store) => store.asked);
  const play = usePlayer();
  useGivingUp(asked);
  const isNew = () => user.visiting === undefined && !isOff(deviceStorage);
  const close = () => setOpened(null);

  const isNewTour = ({ key }: Tour) => isUnseen(deviceStorage, user.id, seen, key);
  const offered = typeof opened === 'object' && opened?.page === page ? opened.tour : null;

  function markSeen(tour: Tour) {
    close();
    if (!isNewTour(tour)) return;
    rememberSeen(deviceStorage, user.id, tour.key);
    onSeen(tour.key);
  }

  function show(tour: Tour) {
    askForTour(null);
    // Before it plays: a tour that is left in the middle was shown as well.
    markSeen(tour);
    play(tour);
  }

  const guidance: Guidance[] = [
    {
      id: 'asked',
      isAsked: true,
      isDue: () => asked !== null && isOnPage(asked.steps[0]?.at ?? ''),
      show: () => asked && show(asked),
    },
    {
      id: 'welcome',
      isAsked: false,
      isDue: () =>
        isNew() &&
        isTimeForTours &&
        switchableDashboards(user).length > 1 &&
        !wasWelcomed(deviceStorage, user.id),
      show: () => {
        rememberWelcome(deviceStorage, user.id);
        setOpened('welcome');
      },
    },
    ...toursFor(tours, user.role).map((tour) => ({
      id: `${tour.key} ${tour.steps[0]?.at}`,
      isAsked: false,
      isDue: () => isNew() && isTimeForTours && isNewTour(tour) && isOnPage(tour.steps[0]?.at ?? ''),
      show: () => setOpened({ tour, page }),
    })),
    {
      id: 'hint',
      isAsked: false,
      // Not the first thing that anybody is told.
      isDue: () => isNew() && seen !== null && seen.length > 0 && hint.isDue(),
      show: () => setOpened('hint'),
    },
  ];
  useGuidance(guidance);

  return (
    <>
      <WelcomeDialog user={user} opened={opened === 'welcome'} onClose={close} />
      {offered && (
        <TourOffer name={offered.name} onBegin={() => show(offered)} onDecline={() => markSeen(offered)} />
      )}
      {opened === 'hint' && hint.render(close)}
    </>
  );
}
