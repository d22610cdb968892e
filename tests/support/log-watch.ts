/** Fields of calls and answers in which a person or a secret stands, and how much of one is needed to know it again. */
const persons = /^(?:first_name|last_name|full_name|email|school_email|username|about_me|pen_name)$/u;
const secrets = /^(?:access|refresh|badge|handle|.*password|.*token|ticket)$/u;
const shortest = { person: 5, secret: 8 };

/** What a line says anew each time, and words that the contract chose: without them, most lines are the same. */
const passing =
  /"(?:time|pid|ms|bytes)":[\d.]+,?|"(?:request_id|hostname)":"[^"]*",?|"role":"[a-z_]+",?|"(?:endpoint|code)":"[a-z_]+\.\w+",?/gu;

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is no JSON is refused, and planted nothing.
    return null;
  }
}

/** Takes the lines of a log, and knows what may not stand in any of them: whom and what the calls were about. */
export class LogWatch {
  readonly #lines = new Set<string>();
  readonly #planted = new Set<string>();
  readonly #forward: ((line: string) => void) | undefined;

  constructor(forward?: { write(line: string): void }) {
    this.#forward = forward && ((line) => forward.write(line));
  }

  write(line: string): void {
    this.#forward?.(line);
    this.#lines.add(line.replaceAll(passing, ''));
  }

  /** Whatever names somebody or opens something in what was sent or answered. */
  plant(value: unknown): void {
    // A body as it is sent.
    if (typeof value === 'string' && /^[[{]/u.test(value)) this.plant(readJson(value));
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
    for (const [name, part] of Object.entries(value)) {
      if (typeof part !== 'string') this.plant(part);
      else if (persons.test(name) && part.length >= shortest.person) this.#planted.add(part);
      else if (secrets.test(name) && part.length >= shortest.secret) this.#planted.add(part);
    }
  }

  /** What stands in the log and may not. Names that are words of every line, such as those of roles, are `known`. */
  found(known: readonly string[]): string[] {
    const text = [...this.#lines].join('\n').toLowerCase();
    const isWord = (value: string) => known.some((word) => word.toLowerCase().includes(value.toLowerCase()));
    return [...this.#planted].filter((value) => !isWord(value) && text.includes(value.toLowerCase()));
  }

  /** @throws Error that names them */
  expectNobody(known: readonly string[]): void {
    const found = this.found(known);
    if (found.length > 0) throw new Error(`People or secrets in lines of the log: ${found.join(', ')}`);
  }
}
