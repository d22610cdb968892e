import '#src/ui/classroom-styles.ts';
import { Button, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import type { Work } from '#contract/works/works.schema.ts';
import { sayBytes } from '#src/lib/bytes.ts';
import { useKeptCards, useKeptStore } from '#src/session/kept-works.ts';
import { report } from '#src/session/report.ts';
import { useUser } from '#src/session/use-session.ts';
import type { KeptCard } from '#src/sync/kept-books.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { notify } from '#src/ui/notify.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { KeptPictures } from '#src/document/kept-pictures.tsx';
import { workOf } from '#src/document/kept-work.ts';
import { WorkCover } from '#src/document/work-cover.tsx';
import { factsOf, workHref } from '#src/document/work-words.ts';
import styles from '#src/document/works.module.css';

/** How much others keep here; null until this device has counted. */
function useOthers(cards: readonly KeptCard[] | null) {
  const kept = useKeptStore();
  const [others, setOthers] = useState<{ count: number; bytes: number } | null>(null);
  useEffect(() => {
    // Counted again when something was kept or has gone.
    if (!kept || cards === null) return undefined;
    let isLeft = false;
    kept.store.measureOthers(kept.owner).then((found) => {
      if (!isLeft) setOthers(found);
    }, report);
    return () => {
      isLeft = true;
    };
  }, [kept, cards]);
  return others;
}

/** Bytes that may still be stored; null where the browser does not say. */
function useRoom(cards: readonly KeptCard[] | null): number | null {
  const [room, setRoom] = useState<number | null>(null);
  useEffect(() => {
    if (cards === null) return undefined;
    let isLeft = false;
    const storage = navigator.storage as StorageManager | undefined;
    storage?.estimate?.().then(({ quota, usage }) => {
      if (!isLeft && quota !== undefined && usage !== undefined) setRoom(Math.max(0, quota - usage));
    }, report);
    return () => {
      isLeft = true;
    };
  }, [cards]);
  return room;
}

interface KeptRowProps {
  card: KeptCard;
  work: Work;
  onRemove: () => void;
}

function KeptRow({ card: { bytes }, work, onRemove }: KeptRowProps) {
  return (
    <li className={styles.keptRow}>
      <KeptPictures workId={work.id}>
        <WorkCover work={work} decorative />
      </KeptPictures>
      <div>
        <Link to={workHref(work)} className={styles.cardTitle} lang={work.language} dir="auto">
          {work.title}
        </Link>
        {work.byline !== '' && (
          <span className={styles.byline} dir="auto">
            by {work.byline}
          </span>
        )}
        <span className={styles.facts}>{factsOf(work)}</span>
        <span className={styles.facts}>{sayBytes(bytes)}</span>
      </div>
      <Button
        variant="default"
        size="md"
        aria-label={`Take ${work.title} off this tablet`}
        leftSection={<IconTrash size={20} stroke={1.75} aria-hidden />}
        onClick={onRemove}
      >
        Take off
      </Button>
    </li>
  );
}

function Kept() {
  const kept = useKeptStore();
  const cards = useKeptCards();
  const others = useOthers(cards);
  const room = useRoom(cards);
  const [leaving, setLeaving] = useState<Work | null>(null);
  const own = (cards ?? []).flatMap((card) => {
    const work = workOf(card);
    return work ? [{ card, work }] : [];
  });
  const sum = own.reduce((total, { card }) => total + card.bytes, 0);

  async function takeOff() {
    if (!kept || !leaving) return;
    try {
      await kept.store.drop(kept.owner, leaving.id);
    } catch (error) {
      console.error(error);
      notify.error(`${leaving.title} could not be taken off this tablet.`);
    }
  }

  if (!kept)
    return (
      <EmptyState
        picture={<EmptyShelfIllustration />}
        title="Sign in to keep books here"
        text="What you keep opens without a network, for you and for nobody else."
        action={
          <Button component={Link} to={paths.signIn()}>
            Sign in
          </Button>
        }
      />
    );
  if (cards === null) return null;
  return (
    <>
      {own.length === 0 ? (
        <EmptyState
          picture={<EmptyShelfIllustration />}
          title="You keep nothing here yet"
          text="Open a book and press “Keep on this tablet”. Then it opens without a network, too."
          action={
            <Button component={Link} to={paths.library()}>
              Go to the library
            </Button>
          }
        />
      ) : (
        <>
          <Text size="lg">
            {own.length === 1
              ? `One book or story, ${sayBytes(sum)}. It stays until you take it off, or your school takes it off the shelf.`
              : `${own.length} books and stories, ${sayBytes(sum)} in all. They stay until you take them off, or your school takes them off the shelf.`}
          </Text>
          <ul className={styles.keptList} aria-label="Kept on this tablet">
            {own.map(({ card, work }) => (
              <KeptRow key={card.id} card={card} work={work} onRemove={() => setLeaving(work)} />
            ))}
          </ul>
        </>
      )}
      <Text c="dimmed">
        {others && others.count > 0 && `Others keep ${sayBytes(others.bytes)} on this tablet. `}
        {room !== null && `There is room for ${sayBytes(room)} more.`}
      </Text>
      <ConfirmDialog
        opened={leaving !== null}
        title="Take it off this tablet?"
        question={`${leaving?.title ?? ''} stays in the library. Without a network it does not open here any more.`}
        confirmLabel="Take off"
        cancelLabel="Keep it"
        onConfirm={takeOff}
        onClose={() => setLeaving(null)}
      />
    </>
  );
}

/** `/on-this-tablet`: the books and stories that the signed-in person keeps here, with how much room they take. */
export function KeptScreen() {
  return (
    <Screen title="On this tablet" description="Books and stories that open without a network.">
      <Kept key={useUser()?.id ?? 'visitor'} />
    </Screen>
  );
}
