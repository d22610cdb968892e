import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { Chapter, Work } from '#contract/works/works.schema.ts';
import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import type { PlaceOnPage, SaidAloud } from '#contract/writing/own-rows.schema.ts';
import { voiceWords } from '#contract/writing/review-voices.schema.ts';
import { reviewProblems } from '#contract/writing/writing.problems.ts';
import { stickerWords, type Sticker } from '#contract/writing/stickers.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useDraft } from '#src/session/use-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import type { Failure } from '#src/ui/failure-note.tsx';
import type { Proposal } from '#src/desk/proposal-fields.tsx';
import type { PageNote } from '#src/desk/review-notes.rules.ts';
import { stickerNamed } from '#src/desk/review-sticker.tsx';

export type Audience = 'community' | 'public';

interface Answer {
  reason: string;
  sticker: Sticker | null;
  voice: SaidAloud | null;
  notes: readonly PageNote[];
  /** What the teacher decides otherwise than it is proposed. */
  decided: Partial<Proposal>;
}

const nothing: Answer = { reason: '', sticker: null, voice: null, notes: [], decided: {} };

interface Kept {
  reason: string;
  sticker?: string | null;
  voice?: SaidAloud | null;
  notes: readonly PageNote[];
  decided: Partial<Proposal>;
}

function isKept(kept: unknown): kept is Kept {
  return (
    typeof kept === 'object' && kept !== null && 'reason' in kept && 'notes' in kept && 'decided' in kept
  );
}

/**
 * What a teacher says of a work and does with it. What is typed is kept on the device until it is sent.
 * @param isReloading true while the work is fetched again, as after what was done
 */
export function useReview(
  { work, chapters }: { work: Work; chapters: readonly Pick<Chapter, 'id'>[] },
  api: ApiClient,
  onChanged: () => void,
  isReloading: boolean,
) {
  const [answer, setAnswer] = useState(nothing);
  const [audience, setAudience] = useState<Audience>(
    // A message is for the world, and its author is asked for nothing else.
    work.kind === 'message' ? 'public' : 'community',
  );
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** What was done, and the state that it led to. */
  const [said, setSaid] = useState<{ text: string; state: Work['state'] } | null>(null);
  const { reason, sticker, voice, notes, decided } = answer;
  const isAtPart = ({ chapter_id }: PageNote) => chapters.some(({ id }) => id === chapter_id);
  // The author took that page out since: what was to be said of it is said of all.
  if (!notes.every(isAtPart)) {
    const texts = notes.filter((note) => !isAtPart(note)).map(({ text }) => text);
    const words = [reason, ...texts].filter((text) => text.trim() !== '').join('\n');
    setAnswer({ ...answer, reason: words, notes: notes.filter(isAtPart) });
  }
  const isEmpty =
    reason === '' &&
    !sticker &&
    !voice &&
    notes.every(({ text }) => text === '') &&
    Object.keys(decided).length === 0;
  const draft = useDraft({
    name: `review ${work.id}`,
    value: isEmpty ? null : answer,
    restore: (kept) => {
      if (!isKept(kept)) return false;
      const { sticker: name, voice: aloud = null, ...words } = kept;
      setAnswer({ ...words, sticker: stickerNamed(name) ?? null, voice: aloud });
      return true;
    },
    reset: () => setAnswer(nothing),
  });

  const change = (part: Partial<Answer>) => setAnswer((now) => ({ ...now, ...part }));
  const changeNote = (id: string, part: Partial<PageNote>) =>
    setAnswer((now) => ({
      ...now,
      notes: now.notes.map((note) => (note.id === id ? { ...note, ...part } : note)),
    }));
  const removeNote = (id: string) =>
    setAnswer((now) => ({ ...now, notes: now.notes.filter((note) => note.id !== id) }));
  function addNote(chapterId: string, at: PlaceOnPage | null, text = ''): string {
    const id = uuidv7();
    setAnswer((now) => ({ ...now, notes: [...now.notes, { id, chapter_id: chapterId, text, at }] }));
    return id;
  }

  async function send(call: () => Promise<unknown>, text: string, state: Work['state']): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await call();
    } catch (error) {
      const found = failureOf(error, { offline: 'Your words stay here until it can be.' });
      setFailure(found);
      // What became of it is shown; the words stay for when it is handed in again.
      if (found.code === reviewProblems.state_changed.code) onChanged();
      return;
    } finally {
      setBusy(false);
    }
    draft.end();
    setAnswer(nothing);
    setSaid({ text, state });
    onChanged();
  }

  const params = { workId: work.id };
  const { revision } = work;
  // A sticker or a voice alone says what it says.
  const instead = sticker ? stickerWords[sticker] : voice && voiceWords;
  const toSay = {
    reason: reason.trim() === '' ? (instead ?? '') : reason,
    sticker,
    ...(voice && { voice }),
  };
  const written = notes.filter(({ text }) => text.trim() !== '');
  const publication = { visibility: audience, ...toSay, ...decided };
  const onShelf = `You published the ${work.kind}. It is on the shelf now.`;
  return {
    answer,
    change,
    changeNote,
    removeNote,
    addNote,
    audience,
    setAudience,
    failure,
    isBusy: isBusy || isReloading,
    said: said?.state === work.state ? said.text : null,
    /** Words at a page reach the author with what goes back, and with nothing else. */
    hasNotes: written.length > 0,
    canGiveBack: toSay.reason.trim() !== '',
    giveBack: () => {
      const comments = written.map(({ at, text, ...note }) => ({
        ...note,
        text: text.trim(),
        ...(at && { at }),
      }));
      return send(
        () => api.call(reviewEndpoints.giveBack, { params, body: { ...toSay, comments } }),
        `The ${work.kind} went back to its author.`,
        'returned',
      );
    },
    approve: () =>
      send(
        () => api.call(reviewEndpoints.approve, { params, body: { ...toSay, revision } }),
        `You approved the ${work.kind}. Publish it to put it on the shelf.`,
        'approved',
      ),
    /** Both at once: the words go along with what comes last, or the first would be all that the author hears. */
    approveAndPublish: () =>
      send(
        async () => {
          await api.call(reviewEndpoints.approve, { params, body: { revision } });
          try {
            await api.call(reviewEndpoints.publish, { params, body: publication });
          } catch (error) {
            // It is approved now, and the words stay here.
            onChanged();
            throw error;
          }
        },
        onShelf,
        'published',
      ),
    publish: () =>
      send(() => api.call(reviewEndpoints.publish, { params, body: publication }), onShelf, 'published'),
    withdraw: () =>
      send(
        () => api.call(reviewEndpoints.withdraw, { params, body: { reason } }),
        `The ${work.kind} is off the shelf.`,
        'withdrawn',
      ),
  };
}

export type ReviewState = ReturnType<typeof useReview>;
