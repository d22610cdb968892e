import { sentencesOf, wordAt, type Span } from './spoken-text.ts';

type Voice = Pick<SpeechSynthesisVoice, 'lang' | 'localService' | 'default'>;

/** Browsers write `en_US` as well as `en-US`. */
const partsOf = (language: string) => language.toLowerCase().replaceAll('_', '-').split('-');

/** The best voice for a language: of its region, and one that needs no network. Null where nobody speaks it. */
export function voiceFor<Each extends Voice>(voices: readonly Each[], language: string): Each | null {
  const [wanted, ...region] = partsOf(language);
  const rank = (voice: Each) => {
    const [, ...own] = partsOf(voice.lang);
    return (
      (voice.localService ? 4 : 0) + (own.join('-') === region.join('-') ? 2 : 0) + (voice.default ? 1 : 0)
    );
  };
  const speaking = voices.filter(({ lang }) => partsOf(lang)[0] === wanted);
  return speaking.toSorted((one, other) => rank(other) - rank(one))[0] ?? null;
}

/** Milliseconds that a browser is given to look for its voices. */
const search = 1500;

/** The voices of this device. Some browsers look for them only when they are asked. */
export async function listVoices(synthesis: SpeechSynthesis): Promise<readonly SpeechSynthesisVoice[]> {
  const present = synthesis.getVoices();
  if (present.length > 0) return present;
  return await new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      synthesis.removeEventListener('voiceschanged', end);
      resolve(synthesis.getVoices());
    };
    const timer = setTimeout(end, search);
    synthesis.addEventListener('voiceschanged', end);
  });
}

interface Listener {
  onSentence: (span: Span) => void;
  onWord: (span: Span) => void;
  /** `failed`: the voice could not be had, as one that speaks over the network without one. */
  onEnd: (how: 'done' | 'failed') => void;
}

/** Reads a text aloud, sentence by sentence, and says where it is. */
export class Narrator {
  readonly #synthesis: SpeechSynthesis;
  readonly #listener: Listener;
  /** What browsers forget if nobody holds it, and then never say that it has ended. */
  #utterance: SpeechSynthesisUtterance | null = null;

  constructor(synthesis: SpeechSynthesis, listener: Listener) {
    this.#synthesis = synthesis;
    this.#listener = listener;
  }

  read(text: string, language: string, voice: SpeechSynthesisVoice): void {
    // What another page began goes on otherwise.
    this.#synthesis.cancel();
    this.#readFrom(sentencesOf(text, language), 0, { text, language, voice });
  }

  stop(): void {
    this.#utterance = null;
    this.#synthesis.cancel();
  }

  #readFrom(
    sentences: readonly Span[],
    place: number,
    said: { text: string; language: string; voice: SpeechSynthesisVoice },
  ): void {
    const sentence = sentences[place];
    if (!sentence) {
      this.#utterance = null;
      this.#listener.onEnd('done');
      return;
    }
    const { text, language, voice } = said;
    const words = text.slice(sentence.start, sentence.end);
    const utterance = new SpeechSynthesisUtterance(words);
    this.#utterance = utterance;
    const isCurrent = () => this.#utterance === utterance;
    utterance.voice = voice;
    utterance.lang = voice.lang;
    // A little slower than speech: it is read along.
    utterance.rate = 0.9;
    utterance.addEventListener('start', () => isCurrent() && this.#listener.onSentence(sentence));
    utterance.addEventListener('boundary', ({ charIndex, name }) => {
      if (!isCurrent() || name === 'sentence') return;
      const word = wordAt(words, charIndex, language);
      if (word) this.#listener.onWord({ start: sentence.start + word.start, end: sentence.start + word.end });
    });
    utterance.addEventListener('end', () => isCurrent() && this.#readFrom(sentences, place + 1, said));
    utterance.addEventListener('error', () => {
      if (!isCurrent()) return;
      this.#utterance = null;
      this.#listener.onEnd('failed');
    });
    this.#synthesis.speak(utterance);
  }
}
