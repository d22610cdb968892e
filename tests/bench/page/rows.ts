import type { Student } from '#contract/students/students.schema.ts';
import type { Scope } from '#contract/sync/sync.schema.ts';
import type { Replica } from '#src/sync/replica.ts';

/** Until something is so, looking whenever the replica says that something changed. */
export function until(replica: Replica, isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = replica.subscribe(look);
    function look() {
      if (!isSo()) return;
      stop();
      resolve();
    }
    look();
  });
}

export async function rowsOf(replica: Replica, scope: Scope): Promise<readonly Student[]> {
  await until(replica, () => replica.read(scope, 'students').status === 'ready');
  return replica.read(scope, 'students').rows;
}

export async function allRows(replica: Replica): Promise<readonly Student[]> {
  await until(replica, () => replica.readAll('students').status === 'ready');
  return replica.readAll('students').rows;
}

export async function closed(replica: Replica): Promise<void> {
  await until(replica, () => !replica.status().busy);
  replica.close();
}

/** What the requests to an address took, from being made to the last byte. */
export function requestsTo(path: string): { count: number; milliseconds: number } {
  const entries = performance
    .getEntriesByType('resource')
    .filter((entry): entry is PerformanceResourceTiming => entry.name.includes(path));
  return {
    count: entries.length,
    milliseconds: entries.reduce((sum, entry) => sum + entry.responseEnd - entry.startTime, 0),
  };
}

/** Entries come a moment after the answer was read. */
export async function requestsSettled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50));
}

export function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

export function timeOf<Result>(work: () => Promise<Result>): Promise<[number, Result]> {
  const began = performance.now();
  return work().then((result) => [performance.now() - began, result]);
}

/** A class on the screen, drawn whenever the replica says that something changed. */
export function draw(
  replica: Replica,
  scope: Scope,
  shownAtOnce: number,
): { stop: () => void; items: () => string[] } {
  const list = document.body.appendChild(document.createElement('ul'));
  let drawn: readonly Student[] = [];
  function look() {
    const { rows } = replica.read(scope, 'students');
    if (rows === drawn) return;
    drawn = rows;
    const page = rows.slice(0, shownAtOnce);
    while (list.children.length < page.length) list.append(document.createElement('li'));
    for (const [place, { first_name, last_name }] of page.entries()) {
      const item = list.children[place];
      const text = `${first_name} ${last_name}`;
      if (item && item.textContent !== text) item.textContent = text;
    }
  }
  const unsubscribe = replica.subscribe(look);
  look();
  return {
    stop: () => {
      unsubscribe();
      list.remove();
    },
    items: () => Array.from(list.children, (item) => item.textContent),
  };
}
