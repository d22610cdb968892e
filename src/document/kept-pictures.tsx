import { createContext, useMemo, type ReactNode } from 'react';
import { apiClient } from '#src/session/api.ts';
import { useKeptStore } from '#src/session/kept-works.ts';
import type { PictureClient } from '#src/sync/api-client.ts';
import { tabletFirst } from './tablet-first.ts';

/** Who fetches pictures of what stands inside; null where each is fetched as its audience says. */
export const KeptPicturesContext = createContext<PictureClient | null>(null);

interface KeptPicturesProps {
  /** A work that is kept on this tablet. */
  workId: string;
  children: ReactNode;
}

/** Pictures of a kept work come from the tablet; one that is new since then from the school. */
export function KeptPictures({ workId, children }: KeptPicturesProps) {
  const kept = useKeptStore();
  const client = useMemo(
    () => kept && tabletFirst((sha256) => kept.store.picture(kept.owner, workId, sha256), apiClient),
    [kept, workId],
  );
  return <KeptPicturesContext value={client}>{children}</KeptPicturesContext>;
}
