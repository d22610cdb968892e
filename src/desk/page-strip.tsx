import { UnstyledButton } from '@mantine/core';
import { IconMicrophone } from '@tabler/icons-react';
import { memo, useEffect, useRef, type ReactNode } from 'react';
import { recordingsIn, textOf } from '#contract/works/document.rules.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { OwnChapter } from '#contract/writing/own-rows.schema.ts';
import { PartMark } from './part-mark.tsx';
import { markWords } from './story-words.ts';
import type { Mark } from './story.rules.ts';
import styles from './writing.module.css';

/** Pages at each side of the one that is open whose pictures are drawn: a tablet need not open two hundred of them. */
export const near = 12;

type SmallPageOf = Pick<OwnChapter, 'id' | 'document'>;

interface PageStripProps {
  pages: readonly SmallPageOf[];
  /** Of the page that is open, from 0. */
  place: number;
  /** By their ids. */
  marks: ReadonlyMap<string, Mark>;
  /** Shows a document. */
  draw: (document: WorkDocument) => ReactNode;
  /** The same function for as long as the pages are shown, or all of them are drawn again. */
  onChoose: (id: string) => void;
}

/** The pages of a book beside each other, small, in one row that moves along with the page that is open. */
export function PageStrip({ pages, place, marks, draw, onChoose }: PageStripProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const thumb = row.current?.children[place];
    if (!row.current || !thumb) return;
    const [around, here] = [row.current, thumb].map((each) => each.getBoundingClientRect());
    // By how far it is from the middle: a row that runs from the right counts its own place backwards.
    if (around && here)
      row.current.scrollLeft += here.left + here.width / 2 - (around.left + around.width / 2);
  }, [place]);
  return (
    <div ref={row} className={styles.strip}>
      {pages.map((page, number) => (
        <Thumb
          key={page.id}
          page={page}
          number={number + 1}
          isOpen={number === place}
          isNear={Math.abs(number - place) <= near}
          mark={marks.get(page.id)}
          draw={draw}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
}

interface ThumbProps extends Pick<PageStripProps, 'draw' | 'onChoose'> {
  page: SmallPageOf;
  /** From 1. */
  number: number;
  isOpen: boolean;
  isNear: boolean;
  mark: Mark | undefined;
}

/** Drawn again where its own page changes, and not at each change of a book of two hundred. */
const Thumb = memo(function Thumb({ page, number, isOpen, isNear, mark, draw, onChoose }: ThumbProps) {
  return (
    <UnstyledButton
      className={styles.thumb}
      aria-current={isOpen ? 'true' : undefined}
      aria-label={`Page ${number}${markWords(mark)}`}
      onClick={() => onChoose(page.id)}
    >
      <span className={styles.thumbPicture} aria-hidden>
        {isNear && <SmallPage page={page} draw={draw} />}
      </span>
      <span className={styles.thumbNumber}>
        {number} <PartMark mark={mark} />
      </span>
    </UnstyledButton>
  );
});

/** Its picture, or how its words begin, or else what is said there. */
export function SmallPage({ page, draw }: { page: SmallPageOf; draw: PageStripProps['draw'] }) {
  const picture = page.document.content.find(({ type }) => type === 'picture');
  if (picture) return draw({ type: 'doc', content: [picture] });
  const [recording] = recordingsIn(page.document);
  const words = textOf(page.document) || recording?.alt || '';
  if (words === '' && recording) return <IconMicrophone size={40} stroke={1.5} />;
  return <span dir="auto">{words.slice(0, 60)}</span>;
}
