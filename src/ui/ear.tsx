import { UnstyledButton } from '@mantine/core';
import { IconEar } from '@tabler/icons-react';
import { useEffect, useReducer, useRef, useState } from 'react';
import { languageOfScript } from '#src/lib/direction.ts';
import styles from './ear.module.css';

// Browsers without it have no such member, whatever TypeScript's library says.
const speech = () => window.speechSynthesis as SpeechSynthesis | undefined;

/** A voice of this device for these words, best one that needs no network: of their language, of their script, or of the page's. */
function findVoice(words: string, language?: string): SpeechSynthesisVoice | null {
  const lang = language ?? languageOfScript(words) ?? document.documentElement.lang;
  const voices =
    speech()
      ?.getVoices()
      .filter((voice) => voice.lang.startsWith(lang)) ?? [];
  return voices.find(({ localService }) => localService) ?? voices[0] ?? null;
}

export interface EarProps {
  words: string;
  label?: string;
  /** Where it is known, such as that of a book. */
  language?: string;
}

/** Reads out what to do here; a second tap stops it. Nothing where the device has no voice. */
export function Ear({ words, label = 'Hear what to do', language }: EarProps) {
  const [, look] = useReducer((looked: number) => looked + 1, 0);
  const voice = findVoice(words, language);
  const [isSpeaking, setSpeaking] = useState(false);
  /** What browsers forget if nobody holds it, and then never say that it has ended. */
  const spoken = useRef<SpeechSynthesisUtterance>(null);
  const synthesis = speech();
  useEffect(() => {
    // Some browsers look for their voices only when they are asked.
    synthesis?.addEventListener('voiceschanged', look);
    return () => {
      synthesis?.removeEventListener('voiceschanged', look);
      if (spoken.current) synthesis?.cancel();
    };
  }, [synthesis]);
  if (!synthesis || voice === null) return null;

  function toggle() {
    synthesis?.cancel();
    setSpeaking(!isSpeaking);
    if (isSpeaking) return;
    const utterance = new SpeechSynthesisUtterance(words);
    Object.assign(utterance, { voice, lang: voice?.lang, rate: 0.9, onend: () => setSpeaking(false) });
    spoken.current = utterance;
    synthesis?.speak(utterance);
  }

  return (
    <UnstyledButton className={styles.ear} aria-label={label} aria-pressed={isSpeaking} onClick={toggle}>
      <IconEar size={26} stroke={1.75} aria-hidden />
    </UnstyledButton>
  );
}
