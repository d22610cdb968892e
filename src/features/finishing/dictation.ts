/** What a browser has of it, as far as it is used; TypeScript's library does not know it. */
interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  processLocally: boolean;
  start: () => void;
  stop: () => void;
}

interface RecognitionKind {
  new (): Recognition;
  available?: (asked: { langs: string[]; processLocally: true }) => Promise<string>;
}

type ResultEvent = Event & {
  results: Iterable<ArrayLike<{ transcript: string }>>;
};

const kindOf = () => (window as { SpeechRecognition?: RecognitionKind }).SpeechRecognition;

/**
 * Whether this device writes down what is spoken in this language by itself. A child's voice is sent to nobody, so what asks a server
 * does not count.
 */
export async function canDictate(language: string): Promise<boolean> {
  const Kind = kindOf();
  if (Kind?.available === undefined) return false;
  return (await Kind.available({ langs: [language], processLocally: true })) === 'available';
}

/**
 * Listens until it is stopped or somebody is silent.
 * @param onWords all words since it began
 * @returns what stops it
 */
export function dictate(
  language: string,
  { onWords, onEnd }: { onWords: (words: string) => void; onEnd: () => void },
): () => void {
  const Kind = kindOf();
  if (!Kind) throw new Error('This browser cannot write down what is spoken');
  const recognition = new Kind();
  Object.assign(recognition, { lang: language, continuous: true, processLocally: true });
  recognition.addEventListener('result', (event) => {
    const spoken = [...(event as ResultEvent).results].map((result) => result[0]?.transcript ?? '');
    onWords(spoken.join(' ').trim());
  });
  recognition.addEventListener('end', onEnd);
  recognition.addEventListener('error', onEnd);
  recognition.start();
  return () => recognition.stop();
}
