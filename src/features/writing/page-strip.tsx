import { UnstyledButton } from '@mantine/core';
import { IconMicrophone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { recordingsIn, textOf } from '#contract/works/document.rules.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { OwnChapter } from '#contract/writing/own-rows.schema.ts';
import styles from './writing.module.css';

/** Pages at each side of the one that is open whose pictures are drawn: a tablet need not open a hundred of them. */
const near = 12;

interface PageStripProps {
  pages: readonly OwnChapter[];
  /** Of the page that is open, from 0. */
  place: number;
  /** Shows a document. */
  draw: (document: WorkDocument) => ReactNode;
  onChoose: (id: string) => void;
}

/** The pages of a book beside each other, small. */
export function PageStrip({ pages, place, draw, onChoose }: PageStripProps) {
  return pages.map((page, number) => (
    <UnstyledButton
      key={page.id}
      className={styles.thumb}
      aria-current={number === place ? 'true' : undefined}
      aria-label={`Page ${number + 1}`}
      onClick={() => onChoose(page.id)}
    >
      <span className={styles.thumbPicture} aria-hidden>
        {Math.abs(number - place) <= near && <SmallPage page={page} draw={draw} />}
      </span>
      <span className={styles.thumbNumber}>{number + 1}</span>
    </UnstyledButton>
  ));
}

/** Its picture, or how its words begin, or else what is said there. */
function SmallPage({ page, draw }: { page: OwnChapter; draw: PageStripProps['draw'] }) {
  const picture = page.document.content.find(({ type }) => type === 'picture');
  if (picture) return draw({ type: 'doc', content: [picture] });
  const [recording] = recordingsIn(page.document);
  const words = textOf(page.document) || recording?.alt || '';
  if (words === '' && recording) return <IconMicrophone size={40} stroke={1.5} />;
  return <span dir="auto">{words.slice(0, 60)}</span>;
}
