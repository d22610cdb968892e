import { useCallback, useEffect, useState } from 'react';
import * as v from 'valibot';
import { useLocalDrafts, type OwnDrafts } from './local-drafts.ts';
import { report } from './report.ts';
import { useAfterSending } from './use-after-sending.ts';
import { useAnswer } from './use-answer.ts';

/** Answers to so many questions are kept for each list: the pages and filters that somebody looked at last. */
const questionsKept = 8;

const Kept = v.array(v.object({ question: v.string(), as_of: v.string(), value: v.unknown() }));
type Kept = v.InferOutput<typeof Kept>;

function readKept(value: unknown): Kept {
  const result = v.safeParse(Kept, value);
  return result.success ? result.output : [];
}

const keptName = (name: string) => `seen ${name}`;

/** Lists that another domain reads where they are kept. */
export const keptLists = {
  assigned: 'from my teacher',
  pages: 'pages',
  listsOfPages: 'lists of pages',
} as const;

/** All answers that the device keeps for a list, newest first, as they were seen; it asks nobody. */
export async function readKeptAnswers(
  localDrafts: OwnDrafts,
  list: (typeof keptLists)[keyof typeof keptLists],
): Promise<unknown[]> {
  return readKept((await localDrafts.read(keptName(list)))?.value).map(({ value }) => value);
}

interface KeptAs<Schema extends v.GenericSchema> {
  /** Which list. */
  name: string;
  /** Which page of it, and by which filters. */
  question: string;
  /** What the answer looks like; a kept one that does not is from another version of the app. */
  schema: Schema;
}

interface Last<Value> {
  question: string;
  seen: { value: Value; as_of: string } | null;
}

/**
 * `useAnswer` for what people look up while the school cannot be reached, too: the answer that they saw last to the same
 * question stands there then, and `as_of` says from when it is; null where it is new. It is asked again when changes that were
 * queued on this device have been sent.
 */
export function useKeptAnswer<Schema extends v.GenericSchema>(
  { name, question, schema }: KeptAs<Schema>,
  load: (signal: AbortSignal) => Promise<v.InferOutput<Schema>>,
) {
  const localDrafts = useLocalDrafts();
  const keptAs = keptName(name);
  const [last, setLast] = useState<Last<v.InferOutput<Schema>> | null>(null);

  const loadAndKeep = useCallback(
    async (signal: AbortSignal) => {
      const value = await load(signal);
      const keep = async () => {
        const before = readKept((await localDrafts.read(keptAs))?.value);
        const others = before.filter((each) => each.question !== question);
        const as_of = new Date().toISOString();
        await localDrafts.keep(keptAs, [{ question, as_of, value }, ...others].slice(0, questionsKept));
      };
      keep().catch(report);
      return value;
    },
    [load, localDrafts, keptAs, question],
  );
  const answer = useAnswer(loadAndKeep);
  useAfterSending(answer.reload);
  const isUnreachable = answer.status === 'unreachable';

  useEffect(() => {
    if (!isUnreachable) return undefined;
    let isLeft = false;
    const look = async () => {
      const kept = readKept((await localDrafts.read(keptAs))?.value);
      const found = kept.find((each) => each.question === question);
      const value = v.safeParse(schema, found?.value);
      if (isLeft) return;
      setLast({
        question,
        seen: found && value.success ? { value: value.output, as_of: found.as_of } : null,
      });
    };
    look().catch(report);
    return () => {
      isLeft = true;
    };
  }, [isUnreachable, localDrafts, keptAs, question, schema]);

  if (!isUnreachable) return { ...answer, as_of: null };
  // Until the device has looked, nobody is told that there is nothing.
  if (last?.question !== question) return { ...answer, status: 'loading' as const, as_of: null };
  return last.seen === null
    ? { ...answer, as_of: null }
    : { ...answer, status: 'ready' as const, value: last.seen.value, as_of: last.seen.as_of };
}
