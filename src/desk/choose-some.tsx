import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import styles from './writing.module.css';

interface ChooseSomeProps {
  label: string;
  choices: readonly { value: string; label: string }[];
  maximum: number;
  chosen: readonly string[];
  /** With what is chosen now, in the order of the alphabet. */
  onChange: (chosen: string[]) => void;
}

/** A few at most of several things, each a button. What is chosen and has no button here stays as it is. */
export function ChooseSome({ label, choices, maximum, chosen, onChange }: ChooseSomeProps) {
  const [isTooMuch, setTooMuch] = useState(false);
  const toggle = (value: string) => {
    const isChosen = chosen.includes(value);
    const isFull = !isChosen && chosen.length >= maximum;
    setTooMuch(isFull);
    if (isFull) return;
    onChange(isChosen ? chosen.filter((each) => each !== value) : [...chosen, value].toSorted());
  };
  return (
    <div role="group" aria-label={label}>
      <Text fw={600}>{label}</Text>
      <Text c="dimmed" mb="xs">
        Up to {maximum}. You may leave it empty.
      </Text>
      {isTooMuch && (
        <Text role="alert" fw={600}>
          {maximum} are chosen. Take one away first.
        </Text>
      )}
      <div className={styles.chapters}>
        {choices.map((choice) => (
          <Button
            key={choice.value}
            size="md"
            mih={48}
            h="auto"
            py={8}
            classNames={{ label: styles.wrapping ?? '' }}
            variant={chosen.includes(choice.value) ? 'filled' : 'default'}
            aria-pressed={chosen.includes(choice.value)}
            onClick={() => toggle(choice.value)}
          >
            <span dir="auto">{choice.label}</span>
          </Button>
        ))}
      </div>
    </div>
  );
}
