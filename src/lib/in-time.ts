/**
 * Waits for something that may never come, for at most so many milliseconds.
 * @throws what `tooLate` makes once they are over
 */
export async function inTime<Value>(
  work: Promise<Value>,
  milliseconds: number,
  tooLate: () => Error,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isOver = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooLate()), milliseconds);
  });
  try {
    return await Promise.race([work, isOver]);
  } finally {
    clearTimeout(timer);
  }
}
