/**
 * Calls that several callers make one after the other, all at the same time, while something is done to the server again
 * and again, from the first answer to the last.
 */
export async function underLoad<Answer>(options: {
  callers: number;
  /** Of each caller. */
  calls: number;
  /** `place`: another number for each call. */
  call(place: number): Promise<Answer>;
  meanwhile(): Promise<unknown>;
}): Promise<Answer[]> {
  const { callers, calls, call } = options;
  const answers: Answer[] = [];
  const over = new AbortController();
  const callAll = async (caller: number) => {
    for (let round = 0; round < calls; round += 1) answers.push(await call(round * callers + caller));
  };
  const calling = Promise.all(Array.from({ length: callers }, (_, caller) => callAll(caller)));
  const disturbing = (async () => {
    while (!over.signal.aborted) {
      const answered = answers.length;
      await options.meanwhile();
      // Some calls are answered between two disturbances, or nothing would ever be.
      while (!over.signal.aborted && answers.length < answered + callers)
        await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  try {
    await calling;
  } finally {
    over.abort();
    await disturbing;
  }
  return answers;
}
