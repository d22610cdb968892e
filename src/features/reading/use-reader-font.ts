import { useEffect } from 'react';
import type { ReaderFont } from '#contract/works/reading.schema.ts';
import { report } from '#src/session/report.ts';

let asked: Promise<void> | null = null;

/** Letters that only those fetch who want them; the worker keeps what was fetched once. */
async function loadDyslexia(): Promise<void> {
  const { openDyslexic } = await import('./open-dyslexic.ts');
  const faces = openDyslexic.map(
    ({ url, weight }) => new FontFace('OpenDyslexic', `url(${url})`, { weight, display: 'swap' }),
  );
  for (const face of faces) document.fonts.add(await face.load());
}

/** Fetches the letters that somebody chose. Without a network the page stays as it is until they can be had. */
export function useReaderFont(font: ReaderFont): void {
  useEffect(() => {
    if (font !== 'dyslexia' || !('FontFace' in window)) return undefined;
    let isLeft = false;
    const ask = () => {
      asked ??= loadDyslexia();
      asked.catch((error: unknown) => {
        asked = null;
        // A file that could not be fetched is no fault of the app; whatever else went wrong is somebody's.
        if (navigator.onLine && !isLeft) report(error);
      });
    };
    ask();
    window.addEventListener('online', ask);
    return () => {
      isLeft = true;
      window.removeEventListener('online', ask);
    };
  }, [font]);
}
