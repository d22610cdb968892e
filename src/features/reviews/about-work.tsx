import { Text } from '@mantine/core';
import type { Work } from '#contract/works/works.schema.ts';
import type { Review } from '#contract/writing/own-rows.schema.ts';
import { goalNames } from '#src/lib/goals.ts';
import { ReviewSticker, stickerNamed } from '#src/desk/review-sticker.tsx';
import { SaidAloud } from '#src/desk/said-aloud.tsx';
import { kindNames } from '#src/desk/story-words.ts';
import { TitledWords } from './titled-words.tsx';
import styles from './review.module.css';

/** What the author says of a work; folded until somebody wants it, but for a message, which is about the goal that stands here. */
export function AboutWork({ work }: { work: Work }) {
  const { byline, blurb, plan, dedication, about_author, sdgs } = work;
  const { one } = kindNames[work.kind];
  return (
    <details className={styles.fold} open={work.kind === 'message'}>
      <summary>About this {one}</summary>
      <div className={styles.folded}>
        {byline !== '' && (
          <Text>
            On the cover: by <bdi>{byline}</bdi>
          </Text>
        )}
        {blurb !== '' && (
          <Text className={styles.lines} dir="auto">
            {blurb}
          </Text>
        )}
        {dedication !== '' && (
          <Text fs="italic" dir="auto">
            {dedication}
          </Text>
        )}
        {sdgs.map((goal) => (
          <Text key={goal}>
            Goal {goal}: {goalNames[goal - 1]}
          </Text>
        ))}
        <TitledWords title="The plan" text={plan ?? ''} />
        <TitledWords title="About the author" text={about_author} />
      </div>
    </details>
  );
}

/** What was answered last, where nobody waits for another answer. */
export function AnsweredBefore({ review }: { review: Review }) {
  const sticker = stickerNamed(review.sticker);
  return (
    <section className={styles.before} aria-label={`${review.by} said`}>
      <h2 className={styles.groupTitle}>{review.by} said</h2>
      {sticker && <ReviewSticker name={sticker} size={48} />}
      <Text className={styles.lines} dir="auto">
        {review.reason}
      </Text>
      {review.voice && <SaidAloud voice={review.voice} label={`What ${review.by} says`} />}
    </section>
  );
}
