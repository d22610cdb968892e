import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { limits } from '#contract/kit/limits.ts';
import type { OwnWork } from '#contract/writing/own-rows.schema.ts';
import { useCoverField } from '#src/desk/use-cover-field.ts';
import styles from '#src/desk/desk.module.css';

/** Letters that are left when it is time to say so. */
const few = 20;

/** The title, where one sees it in the book: at the top of the paper. Enter leads to the words. */
export function TitleOnPaper({ work }: { work: OwnWork }) {
  const { value, onChange } = useCoverField(work, 'title');
  const { state } = useLocation() as { state: { title?: unknown } | null };
  const isAskedFor = state?.title === true;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isAskedFor) field.current?.focus();
  }, [isAskedFor]);
  const left = limits.storyTitleLength - value.length;
  return (
    <>
      <div className={styles.title}>
        <textarea
          ref={field}
          rows={1}
          aria-label={`Name your ${work.kind}`}
          placeholder={`Name your ${work.kind}`}
          value={value}
          maxLength={limits.storyTitleLength}
          onChange={({ currentTarget }) => onChange(currentTarget.value.replaceAll(/\s*\n\s*/gu, ' '))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            const desk = event.currentTarget.closest('[data-desk-work]');
            desk?.querySelector<HTMLElement>('[contenteditable]')?.focus();
          }}
          dir="auto"
        />
        <span className={styles.titleGhost} aria-hidden dir="auto">
          {value === '' ? `Name your ${work.kind}` : value}{' '}
        </span>
      </div>
      {left <= few && (
        <p role="status" className={styles.lettersLeft}>
          {left} letters left
        </p>
      )}
    </>
  );
}
