import { UnstyledButton } from '@mantine/core';
import { allStickers, stickerWords, type Sticker } from '#contract/writing/stickers.schema.ts';
import { ReviewSticker } from '#src/desk/review-sticker.tsx';
import styles from '#src/desk/writing.module.css';

interface StickerFieldProps {
  /** The first name of who gets it. */
  author: string;
  value: Sticker | null;
  onChange: (value: Sticker | null) => void;
}

/** One sticker for an author, or none: a second tap takes it back. */
export function StickerField({ author, value, onChange }: StickerFieldProps) {
  return (
    <div role="group" aria-label={`A sticker for ${author}`} className={styles.stickers}>
      {allStickers.map((name) => (
        <UnstyledButton
          key={name}
          className={styles.sticker}
          aria-label={stickerWords[name]}
          title={stickerWords[name]}
          aria-pressed={value === name}
          onClick={() => onChange(value === name ? null : name)}
        >
          <ReviewSticker name={name} size={56} />
        </UnstyledButton>
      ))}
    </div>
  );
}
