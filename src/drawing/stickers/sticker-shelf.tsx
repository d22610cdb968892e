import { TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { foldForSearch } from '#contract/kit/fold.ts';
import type { BarePicture } from '#contract/works/picture-bytes.rules.ts';
import { PaperCutPieces } from '#src/ui/pictures/paper-cut-pieces.tsx';
import type { Drawing } from '#src/ui/pictures/paper-cut.ts';
import { tiles } from '#src/ui/pictures/papers.ts';
import { pictureOfSticker } from './sticker-picture.ts';
import { stickerGroups, type StickerDrawing } from './stickers.ts';
import styles from './sticker-shelf.module.css';

function StickerImage({ drawing: { tile, body, marks } }: { drawing: Drawing }) {
  const [tint, shade] = tiles[tile];
  return (
    <svg viewBox="0 0 64 64" fill="none" strokeLinecap="round" strokeLinejoin="round" aria-hidden>
      <path d="M0 0h64v64H0z" fill={tint} />
      <g transform="translate(.8 1.8)">
        <PaperCutPieces pieces={body} shade={shade} />
      </g>
      <PaperCutPieces pieces={body} />
      <PaperCutPieces pieces={marks} />
    </svg>
  );
}

interface StickerShelfProps {
  /** A category beside those of the stickers; null where there is nothing in it. */
  own: { name: string; content: ReactNode } | null;
  /** The name of the one that is in use; left out where each tap is for itself. */
  chosen?: string | null;
  /** `make` draws it as a picture on its own coloured paper. */
  onChoose: (sticker: StickerDrawing, make: () => Promise<BarePicture>) => void;
}

const [{ name: firstGroup } = { name: '' }] = stickerGroups;
const all = stickerGroups.flatMap(({ stickers }) => stickers);

/** Its first sticker: who cannot read finds it by that. */
function GroupPicture({ name }: { name: string }) {
  const first = stickerGroups.find((each) => each.name === name)?.stickers[0];
  return first && <StickerImage drawing={first.drawing} />;
}

/** All stickers by category, and those whose names have what is looked for. */
export function StickerShelf({ own, chosen, onChoose }: StickerShelfProps) {
  const [group, setGroup] = useState(firstGroup);
  const [typed, setTyped] = useState('');
  const wanted = foldForSearch(typed).trim();
  const isSearch = wanted !== '';
  const shown: readonly StickerDrawing[] = isSearch
    ? all.filter(({ name }) => foldForSearch(name).includes(wanted))
    : (stickerGroups.find(({ name }) => name === group)?.stickers ?? []);
  const names = [...(own ? [own.name] : []), ...stickerGroups.map(({ name }) => name)];
  return (
    <section aria-label="Stickers">
      <TextInput
        size="md"
        type="search"
        aria-label="Look for a sticker"
        placeholder="Look for a sticker"
        leftSection={<IconSearch size={20} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        dir="auto"
      />
      <div role="group" aria-label="Kinds of stickers" className={styles.groups} data-sideways>
        {names.map((name) => (
          <UnstyledButton
            key={name}
            className={styles.group}
            aria-pressed={!isSearch && name === group}
            onClick={() => {
              setGroup(name);
              setTyped('');
            }}
          >
            <GroupPicture name={name} />
            {name}
          </UnstyledButton>
        ))}
      </div>
      {own?.name === group && !isSearch ? (
        own.content
      ) : (
        <div className={styles.shelf}>
          {shown.map((sticker) => (
            <UnstyledButton
              key={sticker.name}
              className={styles.sticker}
              aria-label={sticker.name}
              aria-pressed={chosen === undefined ? undefined : chosen === sticker.name}
              onClick={() => onChoose(sticker, () => pictureOfSticker(sticker.drawing))}
            >
              <StickerImage drawing={sticker.drawing} />
            </UnstyledButton>
          ))}
        </div>
      )}
      <p role="status" className={styles.none}>
        {isSearch && shown.length === 0
          ? 'No sticker has this name. Try another word, or draw it yourself.'
          : ''}
      </p>
    </section>
  );
}
