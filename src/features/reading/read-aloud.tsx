import { Text } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { report } from '#src/session/report.ts';
import { listVoices, Narrator, voiceFor } from './narrator.ts';
import { sentencesOf, spokenTextOf } from './spoken-text.ts';
import { languageName } from '#src/document/work-words.ts';
import styles from '#src/document/works.module.css';

/** Marks a part of the page without a change to it; where a browser cannot, the words are selected as by hand. */
function paint(name: 'spoken-sentence' | 'spoken-word', range: Range | null): void {
  if ('highlights' in CSS) {
    if (range) CSS.highlights.set(name, new Highlight(range));
    else CSS.highlights.delete(name);
  } else if (name === 'spoken-word') {
    const selection = window.getSelection();
    selection?.removeAllRanges();
    if (range) selection?.addRange(range);
  }
}

interface ReadAloudProps {
  words: HTMLElement;
  /** Of the work. */
  language: string;
  /** The word that is being read, in the window. */
  onWord: (rectangle: DOMRect) => void;
  onEnd: () => void;
}

type Trouble = 'no_words' | 'no_voices' | 'no_voice' | 'failed';

/** Reads the page aloud for as long as it is there, from the moment that it is. */
export function ReadAloud({ words, language, onWord, onEnd }: ReadAloudProps) {
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const tell = useEffectEvent((rectangle: DOMRect) => onWord(rectangle));
  const end = useEffectEvent(() => onEnd());

  useEffect(() => {
    // Browsers without it have no such member, whatever TypeScript's library says.
    const synthesis = window.speechSynthesis as SpeechSynthesis | undefined;
    const spoken = spokenTextOf(words);
    const narrator =
      synthesis &&
      new Narrator(synthesis, {
        onSentence: ({ start, end: behind }) => {
          paint('spoken-word', null);
          paint('spoken-sentence', spoken.rangeOf(start, behind));
        },
        onWord: ({ start, end: behind }) => {
          const range = spoken.rangeOf(start, behind);
          paint('spoken-word', range);
          tell(range.getBoundingClientRect());
        },
        onEnd: (how) => (how === 'failed' ? setTrouble('failed') : end()),
      });
    let isLeft = false;
    async function begin() {
      // A page with a picture alone: the button would do nothing, and nobody would know why.
      if (sentencesOf(spoken.text, language).length === 0) return setTrouble('no_words');
      const voices = synthesis ? await listVoices(synthesis) : [];
      if (isLeft) return;
      const voice = voiceFor(voices, language);
      if (voice) narrator?.read(spoken.text, language, voice);
      else setTrouble(voices.length === 0 ? 'no_voices' : 'no_voice');
    }
    begin().catch(report);
    return () => {
      isLeft = true;
      narrator?.stop();
      paint('spoken-word', null);
      paint('spoken-sentence', null);
    };
  }, [words, language]);

  if (trouble === null) return null;
  return (
    <Text role="status" className={styles.trouble}>
      {trouble === 'no_words' && 'There are no words on this page.'}
      {trouble === 'no_voices' && 'This tablet has no voice, so it cannot read to you.'}
      {trouble === 'no_voice' &&
        `This tablet has no voice that speaks ${languageName(language)}, so it cannot read this to you.`}
      {trouble === 'failed' && 'The voice stopped. Perhaps it needs a network.'}
    </Text>
  );
}
