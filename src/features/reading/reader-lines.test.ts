import { describe, expect, it } from 'vitest';
import { lineAt, linesFrom } from './reader-lines.ts';

describe('the lines of a page', () => {
  it('are each one, whatever stands in them', () => {
    const boxes = [
      { top: 0, bottom: 20 },
      // Bold words beside them, and a letter of another script that is higher.
      { top: 2, bottom: 22 },
      { top: -2, bottom: 21 },
      { top: 30, bottom: 50 },
      { top: 60, bottom: 60 },
    ];
    expect(linesFrom(boxes)).toEqual([
      { top: -2, bottom: 22 },
      { top: 30, bottom: 50 },
    ]);
  });

  it('are found by a finger, between two of them the nearer one', () => {
    const lines = [
      { top: 0, bottom: 20 },
      { top: 30, bottom: 50 },
    ];
    expect([-5, 10, 23, 28, 90].map((height) => lineAt(lines, height))).toEqual([0, 0, 0, 1, 1]);
    expect(lineAt([], 10)).toBe(-1);
  });
});
