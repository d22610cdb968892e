import { useEffect, useEffectEvent, useState } from 'react';
import { isMissingCode } from '#src/session/late-code.ts';

/** What is said where it could not be had: what did not open, and why. */
type MissingWords = readonly [title: string, text: string];

async function sayThatItIsMissing([title, text]: MissingWords): Promise<void> {
  const { notify } = await import('#src/ui/notify.tsx');
  notify.error(title, text);
}

interface LateCode<Code> {
  isWanted: boolean;
  /** The same function at all times. */
  load: () => Promise<Code>;
  words: MissingWords;
  /** Hears that it could not be had, before it is said. */
  onMissing: () => void;
}

/** Code of what opens over the page, fetched when somebody opens it for the first time; null until then. */
export function useLateCode<Code>({ isWanted, load, words, onMissing }: LateCode<Code>) {
  const [code, setCode] = useState<{ is: Code } | null>(null);
  const isWaiting = isWanted && code === null;
  const giveUp = useEffectEvent((error: unknown) => {
    if (!isMissingCode(error)) console.error(error);
    onMissing();
    void sayThatItIsMissing(words);
  });
  useEffect(() => {
    if (isWaiting) load().then((is) => setCode({ is }), giveUp);
  }, [isWaiting, load]);
  return { code: code?.is ?? null, isWaiting };
}
