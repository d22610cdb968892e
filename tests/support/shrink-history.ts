/** A history of commands and the laws that it breaks, each as `law 3: …`. */
export interface BrokenHistory<Command> {
  readonly commands: readonly Command[];
  readonly violations: readonly string[];
}

/**
 * Leaves out whatever is not needed for the same law to be broken, large pieces first: any piece of a history is a history.
 * fast-check would go through it command by command.
 * @param run the violations of a history
 * @param time milliseconds; the smallest history by then is the answer
 */
export async function shrinkHistory<Command>(
  found: BrokenHistory<Command>,
  { run, time }: { run: (commands: readonly Command[]) => Promise<readonly string[]>; time: number },
): Promise<BrokenHistory<Command>> {
  const until = Date.now() + time;
  const [law = ''] = found.violations[0]?.split(':') ?? [];
  let smallest = found;
  for (let size = Math.ceil(found.commands.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < smallest.commands.length && Date.now() < until;) {
      const commands = smallest.commands.toSpliced(at, size);
      const violations = await run(commands);
      if (violations.some((each) => each.startsWith(`${law}:`))) smallest = { commands, violations };
      else at += size;
    }
  }
  return smallest;
}
