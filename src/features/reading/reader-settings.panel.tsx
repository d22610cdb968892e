import { Button, CloseButton, Text, Title } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import {
  readerFonts,
  readerSteps,
  readerTints,
  usualSettings,
  type ReaderFont,
  type ReaderSettings,
} from '#contract/works/reading.schema.ts';
import { ChildEar } from '#src/ui/child-ear.tsx';
import { useEscape } from '#src/ui/use-escape.ts';
import { useKeyboardBack } from '#src/ui/use-keyboard-back.ts';
import { fontFamilies, papers } from '#src/document/reader-settings.rules.ts';
import styles from './reader-settings.module.css';

interface StepperProps {
  label: string;
  less: string;
  more: string;
  value: number;
  steps: number;
  onChange: (value: number) => void;
}

/** Two large buttons, and what is chosen between them. */
function Stepper({ label, less, more, value, steps, onChange }: StepperProps) {
  const id = useId();
  return (
    <div className={styles.stepper} role="group" aria-labelledby={id}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      <button
        type="button"
        className={styles.step}
        aria-label={less}
        aria-disabled={value === 0}
        onClick={() => value > 0 && onChange(value - 1)}
      >
        <IconMinus size={24} stroke={1.75} aria-hidden />
      </button>
      <output className={styles.value} aria-label={`${label}: ${value + 1} of ${steps}`}>
        {Array.from({ length: steps }, (_, place) => (
          <i key={place} data-on={place <= value} />
        ))}
      </output>
      <button
        type="button"
        className={styles.step}
        aria-label={more}
        aria-disabled={value === steps - 1}
        onClick={() => value < steps - 1 && onChange(value + 1)}
      >
        <IconPlus size={24} stroke={1.75} aria-hidden />
      </button>
    </div>
  );
}

const stepped = [
  { name: 'size', label: 'Letters', less: 'Smaller letters', more: 'Larger letters' },
  { name: 'width', label: 'Lines', less: 'Shorter lines', more: 'Longer lines' },
  {
    name: 'spacing',
    label: 'Space in words',
    less: 'Less space between letters and words',
    more: 'More space between letters and words',
  },
  {
    name: 'height',
    label: 'Space between lines',
    less: 'Lines closer together',
    more: 'Lines further apart',
  },
] as const;

const fontWords: Readonly<Record<ReaderFont, string>> = {
  plain: 'Clear letters',
  book: 'Book letters',
  dyslexia: 'OpenDyslexic',
};

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly { value: Value; name: string; style: React.CSSProperties }[];
  onChange: (value: Value) => void;
}

/** One of several, each shown as it would be. */
function Choice<Value extends string>({ label, value, choices, onChange }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.label}>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.sample} style={choice.style}>
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.name}
        </label>
      ))}
    </fieldset>
  );
}

interface ReaderSettingsPanelProps {
  settings: ReaderSettings;
  onChange: (settings: ReaderSettings) => void;
  onClose: () => void;
}

/** How pages look. It stands beside the page, so that each choice is seen at once. */
export function ReaderSettingsPanel({ settings, onChange, onClose }: ReaderSettingsPanelProps) {
  const title = useId();
  const panel = useRef<HTMLDivElement>(null);
  const set = (change: Partial<ReaderSettings>) => onChange({ ...settings, ...change });
  const isUsual = Object.entries(usualSettings).every(
    ([name, value]) => settings[name as keyof ReaderSettings] === value,
  );

  useKeyboardBack();
  useEscape(true, onClose);
  useEffect(() => panel.current?.focus(), []);

  return (
    <div ref={panel} role="dialog" aria-labelledby={title} tabIndex={-1} className={styles.panel}>
      <header className={styles.header}>
        <Title order={2} size="h4" id={title}>
          How pages look
        </Title>
        <ChildEar words="How pages look. Make the letters as large as you like. Colour the paper. Then tap the cross." />
        <CloseButton size={48} aria-label="Close how pages look" onClick={onClose} />
      </header>
      {stepped.map(({ name, ...words }) => (
        <Stepper
          key={name}
          {...words}
          value={settings[name]}
          steps={readerSteps[name]}
          onChange={(value) => set({ [name]: value })}
        />
      ))}
      <Choice
        label="Paper"
        value={settings.tint}
        choices={readerTints.map((value) => ({
          value,
          name: papers[value].name,
          style: { background: papers[value].paper, color: papers[value].ink },
        }))}
        onChange={(tint) => set({ tint })}
      />
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={settings.focus}
          onChange={(event) => set({ focus: event.currentTarget.checked })}
        />
        <span>
          One line at a time
          <Text size="sm" c="dimmed" span display="block">
            Tap a line, or use the arrow keys up and down.
          </Text>
        </span>
      </label>
      <Choice
        label="Kind of letters"
        value={settings.font}
        choices={readerFonts.map((value) => ({
          value,
          name: fontWords[value],
          style: { fontFamily: fontFamilies[value] },
        }))}
        onChange={(font) => set({ font })}
      />
      <Text size="sm" c="dimmed">
        Some people like OpenDyslexic. Studies did not find that it makes reading easier; larger letters and
        more space help more.
      </Text>
      {!isUsual && (
        <Button
          variant="default"
          size="md"
          onClick={() => {
            onChange(usualSettings);
            // The button is gone.
            panel.current?.focus();
          }}
        >
          As it was at first
        </Button>
      )}
    </div>
  );
}
