import { useEffect, useMemo } from 'react';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import type { WorkKind } from '#contract/works/works.schema.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { useNotAskedYet, usePopulated, useReplica, useRows } from '#src/session/use-replica.ts';
import type { Replica } from '#src/sync/replica.ts';
import { byUrgency, inOrder } from './story.rules.ts';
import { writingCalls } from './writing.mutations.ts';

interface OwnStories {
  /** `missing`: this person's things never came to this device, and the school was asked in vain. */
  status: 'loading' | 'missing' | 'ready';
  works: readonly OwnWork[];
  chapters: readonly OwnChapter[];
}

/** The replica, once it knows what the calls of authors do. */
function useWritingReplica(): Replica {
  const replica = useReplica();
  useEffect(() => replica.learn(writingCalls), [replica]);
  return replica;
}

/** For a page that lists works and has no editor: without it the replica does not apply queued writing after a reload. */
export function LearnWriting(): null {
  useWritingReplica();
  return null;
}

/** What the signed-in person writes, with or without a network. */
export function useOwnStories(): OwnStories {
  const { user_id } = useWritingReplica();
  const scope = scopeOf.user(user_id);
  const works = useRows(scope, 'works');
  const chapters = useRows(scope, 'chapters');
  const isKnown = usePopulated('works') || works.rows.length > 0;
  const isAsking = useNotAskedYet();
  const sorted = useMemo(() => byUrgency(works.rows), [works.rows]);
  const isReady = works.status === 'ready' && chapters.status === 'ready';
  const status = isReady && isKnown ? 'ready' : isReady && !isAsking ? 'missing' : 'loading';
  return { status, works: sorted, chapters: chapters.rows };
}

/** One of them, by its id or by what stands for it in its address. */
export function useOwnStory(idOrSlug: string, kind: WorkKind) {
  const { status, works, chapters } = useOwnStories();
  const work = works.find((each) => each.kind === kind && (each.id === idOrSlug || each.slug === idOrSlug));
  const workId = work?.id;
  const own = useMemo(() => (workId === undefined ? [] : inOrder(chapters, workId)), [chapters, workId]);
  return { status, work, chapters: own };
}
