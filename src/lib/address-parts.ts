/** A change of the address: each of these is set, or taken out where it is null; all else stays. */
export function withParts(parts: Readonly<Record<string, string | null>>) {
  return (now: URLSearchParams): URLSearchParams => {
    const next = new URLSearchParams(now);
    for (const [name, value] of Object.entries(parts)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    return next;
  };
}
