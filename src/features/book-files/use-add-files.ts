import { useEffect, useRef, useState } from 'react';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { report } from '#src/session/report.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { DeviceFullError } from '#src/sync/quota.ts';
import { addPages, type Adding } from './add-pages.ts';
import type { FilePages, FileRefusal } from './file-pages.ts';

type State =
  | { step: 'idle' }
  | { step: 'looking' }
  | { step: 'too_many'; all: number; room: number }
  | { step: 'adding'; adding: Adding; all: number }
  | { step: 'done'; added: number; refused: readonly FileRefusal[] }
  | { step: 'stopped'; why: string; added: number; refused: readonly FileRefusal[]; canGoOn: boolean };

const nothing: Adding = { tried: 0, added: 0, refused: [], first: null };

/** Files that are on their way into a book, and how far they are. What is in stays in, whatever happens to the others. */
export function useAddFiles(options: {
  work: OwnWork;
  chapters: readonly OwnChapter[];
  /** Pages for which there is room. */
  room: number;
  onAdded: (id: string) => void;
}) {
  const { work, chapters, room, onAdded } = options;
  const replica = useReplica();
  const [state, setState] = useState<State>({ step: 'idle' });
  const stopping = useRef<AbortController>(null);
  const open = useRef<FilePages>(null);

  const letGo = () => {
    open.current?.close();
    open.current = null;
  };
  useEffect(
    () => () => {
      stopping.current?.abort();
      open.current?.close();
    },
    [],
  );

  async function begin(files: readonly File[]): Promise<void> {
    letGo();
    const leaving = new AbortController();
    stopping.current = leaving;
    setState({ step: 'looking' });
    let found: FilePages;
    try {
      const { pagesOf } = await import('./file-pages.ts');
      found = await pagesOf(files);
    } catch (error) {
      report(error);
      const why = 'These files could not be opened.';
      setState({ step: 'stopped', why, added: 0, refused: [], canGoOn: false });
      return;
    }
    if (leaving.signal.aborted) return found.close();
    open.current = found;
    if (found.pages.length > room) {
      letGo();
      setState({ step: 'too_many', all: found.pages.length, room });
    } else await add(found);
  }

  async function add(found: FilePages): Promise<void> {
    const { refused } = found;
    const leaving = new AbortController();
    stopping.current = leaving;
    let now = nothing;
    setState({ step: 'adding', adding: now, all: found.pages.length });
    try {
      now = await addPages(
        found.pages,
        { work, chapters },
        {
          replica,
          signal: leaving.signal,
          onProgress: (adding) => {
            now = adding;
            setState({ step: 'adding', adding, all: found.pages.length });
          },
        },
      );
      letGo();
      setState({ step: 'done', added: now.added, refused: [...refused, ...now.refused] });
    } catch (error) {
      const rest = found.pages.slice(now.tried);
      open.current = { ...found, pages: rest, refused: [...refused, ...now.refused] };
      setState({
        step: 'stopped',
        why: leaving.signal.aborted ? 'You stopped it' : whyNot(error),
        added: now.added,
        refused: [...refused, ...now.refused],
        canGoOn: rest.length > 0,
      });
    }
    if (now.first !== null) onAdded(now.first);
  }

  async function goOn(): Promise<void> {
    const found = open.current;
    if (found) await add(found);
  }

  function stop(): void {
    stopping.current?.abort();
    if (state.step === 'looking')
      setState({ step: 'stopped', why: 'You stopped it', added: 0, refused: [], canGoOn: false });
  }

  return { state, begin, goOn, stop };
}

function whyNot(error: unknown): string {
  if (error instanceof DeviceFullError) return error.message;
  report(error);
  return 'This tablet could not keep the next page. Please tell your teacher.';
}
