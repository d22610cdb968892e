const asked = new Set<() => void>();

/** Calls `listener` each time that a person asks again for what did not come. */
export function onAskedAgain(listener: () => void): void {
  asked.add(listener);
}

/** For a button: the school is asked at once, however long it did not answer. */
export function askAtOnce(): void {
  for (const listener of asked) listener();
}
