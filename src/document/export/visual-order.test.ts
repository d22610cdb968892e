import { describe, expect, it } from 'vitest';
import type { Inline } from '#contract/works/document.schema.ts';
import { linesOf, type Measure } from '#src/ui/text-lines.ts';
import { runsOf } from './runs.ts';
import { inVisualOrder, levelsOf } from './visual-order.ts';

const measure: Measure = (text) => [...text].length;

/** `plain`, `*bold*`; what is drawn of each line from left to right, each part with an arrow in its direction. */
function drawn(text: string, direction: 'ltr' | 'rtl', width = 200): string[] {
  const content = text.split('*').map((part, place): Inline => ({
    type: 'text',
    text: part,
    ...(place % 2 === 1 && { marks: [{ type: 'bold' }] }),
  }));
  const runs = runsOf(content.filter((inline) => inline.type !== 'text' || inline.text !== ''));
  const levels = levelsOf(runs, direction);
  return linesOf(runs, { width, language: 'en', measure }).map((line) =>
    inVisualOrder(line, levels, direction)
      .map((run) => `${run.direction === 'rtl' ? '<' : '>'}${run.text}`)
      .join('|'),
  );
}

describe('the order of what is drawn', () => {
  it.each<[string, 'ltr' | 'rtl', string]>([
    ['قرأت *Harry* Potter', 'rtl', '>Harry|> Potter|<قرأت '],
    ['قرأت Harry Potter اليوم', 'rtl', '< اليوم|>Harry Potter|<قرأت '],
    ['קראתי *Harry Potter* היום', 'rtl', '< היום|>Harry Potter|<קראתי '],
    ['I read *שלום* today', 'ltr', '>I read |<שלום|> today'],
    ['I read שלום *עולם* today', 'ltr', '>I read |<עולם|<שלום |> today'],
    ['עמוד 12 מתוך *34*', 'rtl', '>34|< מתוך |>12|<עמוד '],
    ['*A* b', 'ltr', '>A|> b'],
    ['שלום (Harry)!', 'rtl', '<)!|>Harry|<שלום ('],
  ])('of %j, set %s, is %j', (text, direction, order) => {
    expect(drawn(text, direction)).toEqual([order]);
  });

  it('takes signs at the end of a line for part of the sentence that goes on in the next', () => {
    expect(drawn('He said שלום, עולם then', 'ltr', 14)).toEqual(['>He said |<שלום,|> ', '<עולם|> then']);
  });

  it('has nothing where nothing stands', () => {
    expect(inVisualOrder([], new Uint8Array(), 'ltr')).toEqual([]);
  });
});
