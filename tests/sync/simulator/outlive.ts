import type { SimulatedTab } from './tablet.ts';

/** What a tab answers; null where it went meanwhile. */
export async function outlive<Result>(tab: SimulatedTab, work: Promise<Result>): Promise<Result | null> {
  let isDone = false;
  const done = work.then(
    (result) => {
      isDone = true;
      return result;
    },
    (error: unknown) => {
      isDone = true;
      if (!tab.isOver) throw error;
      return null;
    },
  );
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    if (isDone) return await done;
    if (tab.isOver) return null;
  }
}
