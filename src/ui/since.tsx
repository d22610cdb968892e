import { sayInFull, saySince, useNow } from './moments.ts';

/** An instant to count from, as `saySince` says it; with the full date where one points at it. */
export function Since({ at }: { at: string }) {
  return (
    <time dateTime={at} title={sayInFull(at)}>
      {saySince(at, useNow())}
    </time>
  );
}
