import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { useAllRows } from '#src/session/use-replica.ts';
import { useUser } from '#src/session/use-session.ts';
import { checksOf, findingsIn, type Check } from './checks.rules.ts';
import type { Known } from '#src/desk/story.rules.ts';

/** What is known of the author and tells a stranger who that is. */
export function useKnown(): Known {
  const user = useUser();
  const classes = useAllRows('classes');
  return { lastName: user?.last_name ?? '', classNames: classes.rows.map(({ name }) => name) };
}

export function useChecks(work: OwnWork, chapters: readonly OwnChapter[]): readonly Check[] {
  const known = useKnown();
  return checksOf(work, chapters, findingsIn(work, chapters, known));
}
