import { sayDay, sayInFull, useNow } from './moments.ts';

/** An instant as `sayDay` says it; with the full date where one points at it. */
export function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} title={sayInFull(at)}>
      {sayDay(at, useNow())}
    </time>
  );
}
