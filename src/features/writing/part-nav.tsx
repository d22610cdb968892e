import { UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { directionOfWork } from '#src/lib/direction.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { near, SmallPage } from '#src/desk/page-strip.tsx';
import { PartMark } from '#src/desk/part-mark.tsx';
import { Sheet } from '#src/desk/sheet.tsx';
import { kindNames, markWords } from '#src/desk/story-words.ts';
import type { Mark } from '#src/desk/story.rules.ts';
import { useSheet } from '#src/desk/use-sheet.ts';
import styles from '#src/desk/desk.module.css';

interface PartNavProps {
  work: OwnWork;
  chapters: readonly OwnChapter[];
  /** Of the one that is open, from 0. */
  place: number;
  marks: ReadonlyMap<string, Mark>;
  /** Shows a document. */
  draw: (document: WorkDocument) => ReactNode;
  onChoose: (id: string) => void;
  /** Makes one more page behind the last; null where there is no room, and for chapters, which More makes. */
  onNew: ((isTyped: boolean) => void) | null;
}

/** The way from one chapter or page to the next: “2 of 3” opens the list of all. */
export function PartNav({ work, chapters, place, marks, draw, onChoose, onNew }: PartNavProps) {
  const { isOpen, show, close } = useSheet('parts');
  const { Part, parts } = kindNames[work.kind];
  const isBook = work.kind === 'book';
  const [before, here, next] = [chapters[place - 1], chapters[place], chapters[place + 1]];
  if (chapters.length < 2 && onNew === null) return null;
  const elsewhere = chapters.find(({ id }) => id !== here?.id && marks.has(id));
  const step = (
    to: OwnChapter | undefined,
    label: string,
    Icon: typeof IconChevronLeft,
    leads: 'on' | 'back',
  ) =>
    to && (
      <UnstyledButton
        className={styles.tool}
        data-leads={leads}
        aria-label={label}
        onClick={() => onChoose(to.id)}
      >
        <Icon size={26} stroke={2} aria-hidden />
        <span className={styles.toolName} aria-hidden>
          {label}
        </span>
      </UnstyledButton>
    );
  return (
    <nav
      aria-label={isBook ? 'Turn the page' : parts}
      className={styles.parts}
      data-kind={work.kind}
      dir={directionOfWork(work)}
    >
      {step(before, `${Part} before`, IconChevronLeft, 'back')}
      <UnstyledButton
        className={styles.place}
        aria-haspopup="dialog"
        {...(isBook && { 'aria-label': `${place + 1}/${chapters.length}, all pages` })}
        onClick={show}
      >
        <span dir="ltr">
          {place + 1}
          {isBook ? '/' : ' of '}
          {chapters.length}
        </span>
        {elsewhere && <PartMark mark={marks.get(elsewhere.id)} />}
      </UnstyledButton>
      {step(next, `Next ${kindNames[work.kind].part}`, IconChevronRight, 'on')}
      {!next && onNew && (
        <UnstyledButton
          className={styles.tool}
          data-leads="new"
          aria-label="New page"
          // The second click of a double one is no wish for another.
          onClick={({ detail }) => {
            if (detail < 2) onNew(detail === 0);
          }}
        >
          <IconPlus size={26} stroke={2} aria-hidden />
          <span className={styles.toolName} aria-hidden>
            New page
          </span>
        </UnstyledButton>
      )}
      <Sheet opened={isOpen} onClose={() => close()} title={parts}>
        <ul className={styles.rows}>
          {chapters.map((each, number) => (
            <li key={each.id}>
              <UnstyledButton
                className={styles.row}
                aria-current={each.id === here?.id ? 'true' : undefined}
                aria-label={`${Part} ${number + 1}${each.title === '' ? '' : `: ${each.title}`}${markWords(marks.get(each.id))}`}
                onClick={() => close(() => onChoose(each.id))}
              >
                <span dir="auto">
                  {number + 1} {each.title}
                </span>
                <PartMark mark={marks.get(each.id)} />
                {isBook && Math.abs(number - place) <= near && (
                  <span className={styles.rowPicture} aria-hidden>
                    <SmallPage page={each} draw={draw} />
                  </span>
                )}
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </Sheet>
    </nav>
  );
}
