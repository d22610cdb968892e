import bidiFactory from 'bidi-js';
import type { Line, Run } from '#src/ui/text-lines.ts';

/** Part of a line that is drawn in one go, in the direction in which its letters run. */
export interface DrawnRun extends Run {
  direction: 'ltr' | 'rtl';
}

const bidi = bidiFactory();

/** The embedding level of each character of a paragraph. @see UAX #9, sections 3.3.1 to 3.3.6 */
export function levelsOf(runs: readonly Run[], direction: 'ltr' | 'rtl'): Uint8Array {
  return bidi.getEmbeddingLevels(runs.map(({ text }) => text).join(''), direction).levels;
}

/** A line as it is drawn, from left to right, whatever its parts look like. @see UAX #9, rules L1 and L2 */
export function inVisualOrder(line: Line, levels: Uint8Array, direction: 'ltr' | 'rtl'): DrawnRun[] {
  const base = direction === 'rtl' ? 1 : 0;
  const last = line.at(-1);
  // White space at the end of a line goes with the paragraph.
  const trailing = last ? last.start + last.text.trimEnd().length : 0;
  const levelAt = (index: number) => (index >= trailing ? base : (levels[index] ?? base));
  const parts = line.flatMap((run) => splitByLevel(run, levelAt));
  const highest = Math.max(base, ...parts.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) reverseFrom(parts, level);
  return parts.map(({ run, level }) => ({ ...run, direction: level % 2 === 1 ? 'rtl' : 'ltr' }));
}

interface Part {
  run: Run;
  level: number;
}

function splitByLevel(run: Run, levelAt: (index: number) => number): Part[] {
  const parts: Part[] = [];
  for (let index = 0; index < run.text.length; index += 1) {
    const level = levelAt(run.start + index);
    const before = parts.at(-1);
    const letter = run.text[index] ?? '';
    if (before?.level === level) before.run.text += letter;
    else parts.push({ level, run: { ...run, text: letter, start: run.start + index } });
  }
  return parts;
}

/** Reverses each stretch of parts of this level or a higher one, in place. */
function reverseFrom(parts: Part[], level: number): void {
  for (let first = 0; first < parts.length; first += 1) {
    let end = first;
    while ((parts[end]?.level ?? -1) >= level) end += 1;
    if (end > first) parts.splice(first, end - first, ...parts.slice(first, end).toReversed());
    first = end;
  }
}
