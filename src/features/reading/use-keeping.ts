import { useEffect } from 'react';
import { create } from 'zustand';
import { askToKeep } from '#src/session/keep-part.ts';
import { useKeptStore } from '#src/session/kept-works.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { NoNetworkError, type PictureClient } from '#src/sync/api-client.ts';
import { DeviceFullError } from '#src/sync/quota.ts';
import { notify } from '#src/ui/notify.tsx';
import { packOf } from '#src/document/kept-work.ts';
import type { ReadWork } from '#src/document/kept-work.ts';

/** How far the keeping of a work has come. `pictures` counts its recordings, too. */
type Keeping = { state: 'idle' } | { state: 'busy'; pictures: number } | { state: 'failed'; why: string };

const idle: Keeping = { state: 'idle' };

/**
 * What is on its way to this tablet, by person and work. It belongs to no page: whoever asked for a book goes on to read it,
 * or looks for the next one, and it comes all the same.
 */
const useKeepings = create<Readonly<Record<string, Keeping>>>()(() => ({}));
const stops = new Map<string, AbortController>();
/** Works whose page is open, which says itself what became of them. */
const watched = new Set<string>();

function put(key: string, keeping: Keeping): void {
  useKeepings.setState({ [key]: keeping });
}

function stop(key: string): void {
  stops.get(key)?.abort();
  stops.delete(key);
  put(key, idle);
}

function whyNot(error: unknown): string {
  if (error instanceof DeviceFullError)
    return 'This tablet is full. Take something else off it, then there is room.';
  if (error instanceof NoNetworkError) return 'Not all of it came through. Try again.';
  return 'It could not be kept. Try again.';
}

type KeptHere = NonNullable<ReturnType<typeof useKeptStore>>;

async function bring(key: string, { store, owner }: KeptHere, book: ReadWork, client: PictureClient) {
  if (stops.has(key)) return;
  const stopping = new AbortController();
  const { signal } = stopping;
  stops.set(key, stopping);
  // What somebody asked for ends with their session: the next child did not ask.
  const leave = useSessionStore.subscribe(({ user }) => {
    if (user?.id !== owner.user_id) stop(key);
  });
  put(key, { state: 'busy', pictures: 0 });
  try {
    const onPicture = (pictures: number) => put(key, { state: 'busy', pictures });
    await store.keep(owner, await packOf(book, client, { signal, onPicture }));
    if (!signal.aborted) put(key, idle);
    // What one reads with belongs to it.
    await Promise.all([askToKeep('library'), askToKeep('reader')]);
  } catch (error) {
    if (signal.aborted) return;
    console.error(error);
    const why = whyNot(error);
    put(key, { state: 'failed', why });
    if (!watched.has(key)) notify.error(`${book.work.title} is not on this tablet`, why);
  } finally {
    leave();
    if (stops.get(key) === stopping) stops.delete(key);
  }
}

/** Keeps a work on this tablet, says how far that is, and can be stopped. */
export function useKeeping(book: ReadWork, client: PictureClient) {
  const kept = useKeptStore();
  const key = `${kept?.owner.user_id} ${book.work.id}`;
  const keeping = useKeepings((all) => all[key]) ?? idle;

  useEffect(() => {
    watched.add(key);
    return () => {
      watched.delete(key);
      // It was read. Who comes again may have made room, or have a network.
      if (useKeepings.getState()[key]?.state === 'failed') put(key, idle);
    };
  }, [key]);

  return {
    keeping,
    keep: () => void (kept && bring(key, kept, book, client)),
    cancel: () => stop(key),
  };
}
