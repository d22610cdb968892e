import { NoNetworkError } from '#src/sync/api-client.ts';

/** Milliseconds after which nobody need wait for a school that does not answer. */
const patience = 5000;

interface Ways<School, Tablet> {
  ask: (signal: AbortSignal) => Promise<School>;
  /** What this tablet has to say itself; null where that is nothing. Asked once at most. */
  here: () => Promise<Tablet | null>;
  /** The school answered after all, when nobody waited for it any more. */
  late?: (answer: School) => void;
  /** Ends the asking. */
  signal?: AbortSignal;
}

/**
 * Asks the school; where that cannot be reached or takes long, this tablet. A network that lets nothing through may say so
 * after a quarter of a minute only, and a child stands there with its card. While the tablet has nothing to say, the school goes
 * on being waited for.
 * @throws what `ask` throws
 */
export async function askSchoolOrTablet<School, Tablet>({
  ask,
  here,
  late,
  signal,
}: Ways<School, Tablet>): Promise<{ school: School } | { tablet: Tablet }> {
  const asking = new AbortController();
  const giveUp = () => asking.abort(signal?.reason);
  signal?.addEventListener('abort', giveUp, { once: true });
  const school = ask(asking.signal);
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const isDecided = await Promise.race([
      school.then(
        () => true,
        (error: unknown) => !(error instanceof NoNetworkError),
      ),
      new Promise<false>((resolve) => {
        timer = setTimeout(() => resolve(false), patience);
      }),
    ]);
    const tablet = isDecided ? null : await here();
    if (tablet === null) return { school: await school };
    school.then(late, () => undefined);
    asking.abort();
    return { tablet };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}
