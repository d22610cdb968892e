import { Button } from '@mantine/core';
import { IconMicrophone, IconPlayerStop } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { report } from '#src/session/report.ts';
import { canDictate, dictate } from './dictation.ts';

interface DictateButtonProps {
  language: string;
  /** What stands there: what somebody says comes behind it. */
  words: string;
  onWords: (words: string) => void;
}

/** Writes down what somebody says; nothing where the device cannot do that by itself. */
export function DictateButton({ language, words, onWords }: DictateButtonProps) {
  const [isPossible, setPossible] = useState(false);
  const [isListening, setListening] = useState(false);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => {
    let isLeft = false;
    canDictate(language)
      .then((can) => !isLeft && setPossible(can))
      .catch(report);
    return () => {
      isLeft = true;
      stop.current?.();
    };
  }, [language]);
  if (!isPossible) return null;

  function toggle() {
    if (stop.current) return stop.current();
    setListening(true);
    const onEnd = () => {
      stop.current = null;
      setListening(false);
    };
    stop.current = dictate(language, {
      onWords: (spoken) => onWords(`${words} ${spoken}`.trim()),
      onEnd,
    });
  }

  const Icon = isListening ? IconPlayerStop : IconMicrophone;
  return (
    <Button
      variant="default"
      size="md"
      mih={48}
      aria-pressed={isListening}
      leftSection={<Icon size={20} aria-hidden />}
      onClick={toggle}
    >
      {isListening ? 'Stop' : 'Say it'}
    </Button>
  );
}
