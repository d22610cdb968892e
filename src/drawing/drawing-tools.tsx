import { UnstyledButton } from '@mantine/core';
import {
  IconBucketDroplet,
  IconCheck,
  IconEraser,
  IconPencil,
  IconRubberStamp,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react';
import { colors, isLight, sizes, skinTones, stampSides } from './drawing.rules.ts';
import styles from './drawing-pad.module.css';

export type ToolName = 'pen' | 'fill' | 'stamp' | 'eraser';

const tools: readonly { name: ToolName; label: string; icon: TablerIcon }[] = [
  { name: 'pen', label: 'Pen', icon: IconPencil },
  { name: 'fill', label: 'Fill', icon: IconBucketDroplet },
  { name: 'stamp', label: 'Stamp', icon: IconRubberStamp },
  { name: 'eraser', label: 'Eraser', icon: IconEraser },
];

interface ToolButtonsProps {
  chosen: ToolName;
  onChoose: (name: ToolName) => void;
  /** Takes all of it away; null where there is nothing. */
  onClear: (() => void) | null;
}

/** What a touch of the paper does. */
export function ToolButtons({ chosen, onChoose, onClear }: ToolButtonsProps) {
  return (
    <div className={styles.tools}>
      <div role="group" aria-label="What to draw with" className={styles.toolGroup}>
        {tools.map(({ name, label, icon: Icon }) => (
          <UnstyledButton
            key={name}
            className={styles.tool}
            aria-pressed={name === chosen}
            onClick={() => onChoose(name)}
          >
            <Icon size={26} stroke={1.75} aria-hidden />
            {label}
          </UnstyledButton>
        ))}
      </div>
      {/* Its place is kept, so that nothing moves with the first line. */}
      <UnstyledButton className={styles.tool} data-absent={onClear === null} onClick={() => onClear?.()}>
        <IconTrash size={26} stroke={1.75} aria-hidden />
        Clear
      </UnstyledButton>
    </div>
  );
}

interface SizeButtonsProps {
  of: 'pen' | 'stamp';
  /** Its place among the three. */
  chosen: number;
  onChoose: (place: number) => void;
}

/** How thick a line is, or how large a stamp. */
export function SizeButtons({ of, chosen, onChoose }: SizeButtonsProps) {
  const choices = of === 'pen' ? sizes : stampSides;
  return (
    <div role="group" aria-label={of === 'pen' ? 'Thickness' : 'Size'} className={styles.sizes}>
      {choices.map(({ name }, place) => (
        <UnstyledButton
          key={name}
          className={styles.size}
          aria-label={name}
          aria-pressed={place === chosen}
          onClick={() => onChoose(place)}
        >
          <span className={styles.dot} data-of={of} data-size={place} />
        </UnstyledButton>
      ))}
    </div>
  );
}

interface ColorButtonsProps {
  /** Null while there is none, as with the eraser. */
  chosen: string | null;
  onChoose: (color: string) => void;
}

/** Twelve colours and six skin tones; the chosen one has a tick. */
export function ColorButtons({ chosen, onChoose }: ColorButtonsProps) {
  const row = (label: string, choices: readonly { color: string; name: string }[]) => (
    <div role="group" aria-label={label} className={styles.colors}>
      {choices.map(({ color, name }) => (
        <UnstyledButton
          key={color}
          className={styles.color}
          style={{ backgroundColor: color }}
          aria-label={name}
          aria-pressed={chosen === color}
          onClick={() => onChoose(color)}
        >
          {chosen === color && (
            <IconCheck size={26} stroke={3} color={isLight(color) ? '#1f1f1f' : '#ffffff'} aria-hidden />
          )}
        </UnstyledButton>
      ))}
    </div>
  );
  return (
    <>
      {row('Colour', colors)}
      {row('Skin colour', skinTones)}
    </>
  );
}
