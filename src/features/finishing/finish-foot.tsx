import { Anchor, Button } from '@mantine/core';
import { IconSend, IconStar, IconStarFilled } from '@tabler/icons-react';
import { useReplica } from '#src/session/use-replica.ts';
import type { FinishFootProps } from '#src/desk/desk-parts.ts';
import { allDone, firstGap } from './checks.rules.ts';
import { useChecks } from './use-checks.ts';
import { saveFields } from '#src/desk/use-saved.ts';
import { handIn, handInInput } from '#src/desk/writing.mutations.ts';
import styles from './finish.module.css';

/** What is missing first, with the way to it, and the way to hand it in, which is always there. */
export function FinishFoot({ work, chapters, onGo, onNewPage, onHandIn }: FinishFootProps) {
  const replica = useReplica();
  const gap = firstGap(useChecks(work, chapters));
  const ids = chapters.map(({ id }) => id);
  return (
    <div className={styles.foot}>
      <span className={styles.gap} role="status">
        {gap ? (
          <>
            <IconStar size={26} stroke={1.75} aria-hidden className={styles.gapStar} />
            <span>
              {gap.gap}{' '}
              <Anchor
                component="button"
                type="button"
                inherit
                fw={600}
                onClick={() => (gap.wantsPage && onNewPage ? onNewPage() : onGo(gap.place))}
              >
                {gap.remedy}
              </Anchor>
            </span>
          </>
        ) : (
          <>
            <IconStarFilled size={26} aria-hidden className={styles.gapStar} data-done="true" />
            {allDone}
          </>
        )}
      </span>
      <Button
        className={styles.handIn}
        size="lg"
        leftSection={<IconSend size={24} stroke={1.75} aria-hidden />}
        onClick={() => {
          saveFields();
          onHandIn(replica.enqueue(handIn, handInInput(work.id, ids)));
        }}
      >
        Hand it in
      </Button>
    </div>
  );
}
