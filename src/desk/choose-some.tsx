import { Button, Text } from '@mantine/core';
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
  const isFull = chosen.length >= maximum;
  const toggle = (value: string) =>
    onChange(
      chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value].toSorted(),
    );
  return (
    <div role="group" aria-label={label}>
      <Text fw={600}>{label}</Text>
      <Text c="dimmed" mb="xs">
        Up to {maximum}. You may leave it empty.
      </Text>
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
            disabled={isFull && !chosen.includes(choice.value)}
            onClick={() => toggle(choice.value)}
          >
            <span dir="auto">{choice.label}</span>
          </Button>
        ))}
      </div>
    </div>
  );
}
