import { Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { cannotBeReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { isMissingCode } from '#src/session/late-code.ts';
import { report } from '#src/session/report.ts';
import { NoNetworkError, type PictureClient } from '#src/sync/api-client.ts';
import { saveFile } from '#src/ui/save-file.ts';
import styles from './export-work.module.css';
import { fetchPictures, fileNameOf, type ExportedWork, type Pictures } from './exported-work.ts';

type State =
  | { step: 'idle' }
  | { step: 'busy'; text: string; done: number; all: number }
  | { step: 'done'; name: string; hasBoxes: boolean }
  | { step: 'failed'; why: string };

const formats = [
  { ending: 'pdf', label: 'Save as PDF' },
  { ending: 'epub', label: 'Save as EPUB' },
] as const;
type Ending = (typeof formats)[number]['ending'];

type Explain = (error: unknown) => string | null;

function whyNot(error: unknown, explain: Explain): string {
  const known = explain(error);
  if (known !== null) return known;
  if (error instanceof NoNetworkError || isMissingCode(error))
    return `${cannotBeReached} Please try again later.`;
  report(error);
  return 'The file could not be made. Please try again.';
}

async function make(
  ending: Ending,
  work: ExportedWork,
  pictures: Pictures,
  progress: { signal: AbortSignal; onProgress: (done: number, all: number) => void },
): Promise<{ blob: Blob; hasBoxes: boolean }> {
  if (ending === 'pdf')
    return await (await import(/* part: aside */ './work-pdf.ts')).workPdf(work, pictures, progress);
  const blob = await (await import(/* part: aside */ './work-epub.ts')).workEpub(work, pictures, new Date());
  return { blob, hasBoxes: false };
}

function useExport({ read, client, explain }: Required<ExportWorkProps>) {
  const [state, setState] = useState<State>({ step: 'idle' });
  const leaving = useRef<AbortController>(null);
  useEffect(() => () => leaving.current?.abort(), []);

  async function save(ending: Ending): Promise<void> {
    const controller = new AbortController();
    leaving.current = controller;
    const { signal } = controller;
    const say = (text: string) => (done: number, all: number) => setState({ step: 'busy', text, done, all });
    say('Getting ready')(0, 1);
    try {
      const work = await read();
      const pictures = await fetchPictures(work, client, { signal, onProgress: say('Fetching pictures') });
      const { blob, hasBoxes } = await make(ending, work, pictures, {
        signal,
        onProgress: say('Making pages'),
      });
      signal.throwIfAborted();
      const name = fileNameOf(work, ending);
      saveFile(blob, name);
      setState({ step: 'done', name, hasBoxes });
    } catch (error) {
      setState(signal.aborted ? { step: 'idle' } : { step: 'failed', why: whyNot(error, explain) });
    }
  }
  return { state, save, stop: () => leaving.current?.abort() };
}

interface ExportWorkProps {
  /** What stands in it now. */
  read: () => Promise<ExportedWork> | ExportedWork;
  /** Where its pictures are; left out: at the school. */
  client?: PictureClient;
  /** What went wrong, in words, where the one who hands it in knows more of it. */
  explain?: Explain;
}

const knowsNothing: Explain = () => null;

/** A book or a story as a file that is one's own: to print, or to read in any reader. Made on the device. */
export function ExportWork({ read, client = apiClient, explain = knowsNothing }: ExportWorkProps) {
  const { state, save, stop } = useExport({ read, client, explain });
  const busy = state.step === 'busy';
  return (
    <section className={styles.export} aria-label="Save it as a file">
      <div className={styles.buttons}>
        {formats.map(({ ending, label }) => (
          <Button
            key={ending}
            size="md"
            mih={48}
            variant="default"
            disabled={busy}
            leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
            onClick={() => void save(ending)}
          >
            {label}
          </Button>
        ))}
        {busy && (
          <Button size="md" mih={48} variant="subtle" onClick={stop}>
            Stop
          </Button>
        )}
      </div>
      <Text c="dimmed">PDF to print, EPUB to read in a reading app.</Text>
      {busy && (
        <label className={styles.progress}>
          <span role="status">{state.text}</span>
          <progress value={state.done} max={Math.max(state.all, 1)} />
        </label>
      )}
      {state.step === 'done' && (
        <Text role="status" dir="auto">
          Saved: {state.name}
        </Text>
      )}
      {state.step === 'done' && state.hasBoxes && (
        <Text role="alert">
          This tablet has no signs for some letters, so they are boxes in the PDF. Save it on another device,
          or as EPUB.
        </Text>
      )}
      {state.step === 'failed' && <Text role="alert">{state.why}</Text>}
    </section>
  );
}
