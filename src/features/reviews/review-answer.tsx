import { Button, Text, UnstyledButton } from '@mantine/core';
import { IconMessage, IconX } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { limits } from '#contract/kit/limits.ts';
import type { Chapter, Work } from '#contract/works/works.schema.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { Choice } from '#src/desk/choice.tsx';
import { pinsOf } from '#src/desk/review-notes.rules.ts';
import { authorOf } from './review-words.ts';
import { SayIt } from './say-it.tsx';
import { StickerField } from './sticker-field.tsx';
import { kindNames } from '#src/desk/story-words.ts';
import { TextArea } from '#src/desk/text-area.tsx';
import type { ReviewState } from './use-review.ts';
import styles from './review.module.css';

const audiences = [
  { value: 'community', label: 'The school and its families' },
  { value: 'public', label: 'Everybody, as far as the author wants it' },
] as const;

/** What has the cursor next: the words about a place, by its id, or the kind words. Counted, so that it can be asked for twice. */
export interface Wanted {
  field: string;
  count: number;
}

interface ReviewAnswerProps {
  work: Work;
  chapter: Chapter | undefined;
  /** From 1. */
  number: number;
  review: ReviewState;
  wanted: Wanted | null;
  /** True where words are missing before it can be given back. */
  isMissing: boolean;
  /** True where the page can be tapped beside it. */
  isBesidePage: boolean;
  /** Points at the middle of the page, or shows the page to be tapped. */
  onPointByKey: () => void;
  /** What is missing before everybody may see it. */
  permissions: ReactNode;
  onApprove: () => void;
  api: ApiClient;
}

/** What a teacher says of a work: about places of the page, about the page, and about all of it. */
export function ReviewAnswer(props: ReviewAnswerProps) {
  const { work, chapter, number, review, wanted, isMissing, permissions, onApprove, api } = props;
  const { answer, change, changeNote, removeNote, addNote } = review;
  const place = useRef<HTMLDivElement>(null);
  const pointing = useRef<HTMLButtonElement>(null);
  const author = authorOf(work);
  const { Part } = kindNames[work.kind];
  const part = `${Part.toLowerCase()} ${number}`;
  const whole = answer.notes.find(({ at, chapter_id }) => at === null && chapter_id === chapter?.id);

  useEffect(() => {
    if (!wanted) return;
    place.current?.querySelector<HTMLElement>(`[data-field="${wanted.field}"] textarea`)?.focus();
  }, [wanted]);

  const waits = work.state === 'submitted' || work.state === 'approved';
  const mayPublish = waits || work.state === 'withdrawn';
  return (
    <div ref={place} className={styles.answer}>
      {waits && chapter && (
        <section className={styles.group} aria-label={`About ${part}`}>
          <h2 className={styles.groupTitle}>
            {Part} {number}
          </h2>
          {pinsOf(answer.notes, chapter.id).map((pin) => (
            <div key={pin.id} className={styles.note} data-field={pin.id}>
              <TextArea
                label={`${pin.number}. A word about this place`}
                rows={2}
                maxLength={limits.reasonLength}
                value={pin.text}
                isFirst={wanted?.field === pin.id}
                onChange={(text) => changeNote(pin.id, { text })}
              />
              <UnstyledButton
                className={styles.remove}
                aria-label={`Remove place ${pin.number}`}
                onClick={() => {
                  removeNote(pin.id);
                  pointing.current?.focus();
                }}
              >
                <IconX size={20} aria-hidden />
              </UnstyledButton>
            </div>
          ))}
          {props.isBesidePage && <Text c="dimmed">Tap a place on the page to say something about it.</Text>}
          <Button
            ref={pointing}
            variant="default"
            mih={48}
            leftSection={<IconMessage size={20} aria-hidden />}
            className={styles.pointByKey}
            onClick={props.onPointByKey}
          >
            Point at a place
          </Button>
          <TextArea
            label={`A word about ${part}`}
            rows={1}
            maxLength={limits.reasonLength}
            value={whole?.text ?? ''}
            onChange={(text) => {
              if (whole) changeNote(whole.id, { text });
              else addNote(chapter.id, null, text);
            }}
          />
        </section>
      )}
      {waits && (
        <section className={styles.group} aria-label={`For ${author}`}>
          <h2 className={styles.groupTitle}>For {author}</h2>
          <StickerField author={author} value={answer.sticker} onChange={(sticker) => change({ sticker })} />
          <SayIt workId={work.id} value={answer.voice} onChange={(voice) => change({ voice })} api={api} />
          <div data-field="words">
            <TextArea
              label="Your kind words"
              rows={3}
              maxLength={limits.reasonLength}
              value={answer.reason}
              isFirst={wanted?.field === 'words'}
              error={
                isMissing &&
                'First say what you like and what would make it better: in words, with a sticker, or aloud.'
              }
              onChange={(reason) => change({ reason })}
            />
          </div>
        </section>
      )}
      {mayPublish && work.visibility !== 'private' && (
        <section className={styles.group} aria-label="For whom">
          <Choice label="For whom" data={audiences} value={review.audience} onChange={review.setAudience} />
          {review.audience === 'public' && permissions}
          {work.state === 'submitted' && (
            <Button variant="subtle" mih={48} loading={review.isBusy} onClick={onApprove}>
              Approve without publishing
            </Button>
          )}
        </section>
      )}
    </div>
  );
}
