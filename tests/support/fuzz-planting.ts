import fc from 'fast-check';
import { hostileKeys, hostileValue, toJson } from './fuzz-values.ts';

type Path = (string | number)[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (value instanceof Blob) return [path];
  if (typeof value !== 'object' || value === null || path.length > 6) return [path];
  const entries = Array.isArray(value) ? value.slice(0, 5).entries() : Object.entries(value);
  return [path, ...[...entries].flatMap(([key, inner]) => pathsIn(inner, [...path, key]))];
}

type Change = { how: 'replace' | 'remove' | 'wrap' | 'repeat' | 'add'; with: unknown; key: string };

/** The value with one thing in it changed; nothing of the original is touched. */
function changed(value: unknown, path: Path, change: Change): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change.how === 'wrap' ? [value] : planted(value, change);
  if (Array.isArray(value)) {
    const copy = [...(value as unknown[])];
    const index = Number(step);
    if (rest.length === 0 && change.how === 'remove') copy.splice(index, 1);
    else copy[index] = changed(copy[index], rest, change);
    return copy;
  }
  const entries = Object.entries(value as object).flatMap(([key, inner]): [string, unknown][] => {
    if (key !== step) return [[key, inner]];
    if (rest.length === 0 && change.how === 'remove') return [];
    return [[key, changed(inner, rest, change)]];
  });
  return Object.fromEntries(entries);
}

/** A long list of the same, as long as it may still be sent: what is repeated may be long itself, or such a list. */
function repeated(first: unknown): unknown[] {
  const size = toJson(first).length + 1;
  return Array.from({ length: Math.max(1, Math.min(600, Math.floor(longestList / size))) }, () => first);
}

/** Letters, some times of what the server takes. */
const longestList = 8_000_000;

function planted(value: unknown, { how, with: hostile, key }: Change): unknown {
  if (how === 'repeat' && Array.isArray(value)) return repeated(value[0]);
  // Not `{ ...value, [key]: … }`, which would set the prototype where the key is `__proto__`.
  if (how === 'add' && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.fromEntries([...Object.entries(value), [key, hostile]]);
  }
  return hostile;
}

const change: fc.Arbitrary<Change & { place: number }> = fc.record({
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'wrap', 'repeat', 'add'),
  with: hostileValue,
  key: fc.constantFrom(...hostileKeys),
  place: fc.nat(),
});

/** One to three hostile things in a value that fits. */
function withPlanted(fitting: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(fitting, fc.array(change, { minLength: 1, maxLength: 3 })).map(([value, changes]) =>
    changes.reduce<unknown>((result, each) => {
      const paths = pathsIn(result);
      return changed(result, paths[each.place % paths.length] ?? [], each);
    }, value),
  );
}

export function maybePlanted(fitting: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 1, arbitrary: fitting }, { weight: 2, arbitrary: withPlanted(fitting) });
}
