import { describe, expect, it } from 'vitest';
import { limits } from '../kit/limits.ts';
import type { WorkState } from './works.schema.ts';
import {
  documentOfMessage,
  handedInBeside,
  isYearFull,
  lengthOfMessage,
  messageLacks,
  partsOfMessage,
  yearOfMessage,
} from './message.rules.ts';

const drawing = { sha256: 'a'.repeat(64), alt: 'A tree' };
const at = (moment: string, last: string) => {
  const time = Date.parse(moment).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-00000000000${last}`;
};

describe('a message', () => {
  it.each(['', 'Plant trees.', 'One\n\nTwo', '\nTwo '])('is read as it was written: %j', (text) => {
    for (const drawn of [drawing, null])
      expect(partsOfMessage(documentOfMessage({ text, drawing: drawn }))).toEqual({ text, drawing: drawn });
  });

  it('is as long as a reader says', () => {
    expect(lengthOfMessage(' ab\n')).toBe(2);
    expect(lengthOfMessage('👩‍👧é')).toBe(2);
  });

  it('lacks words, then room, a drawing and a goal', () => {
    const text = 'Plant trees.';
    expect(messageLacks({ text: ' ', drawing }, [1])).toBe('words');
    expect(messageLacks({ text: 'x'.repeat(limits.messageLength + 1), drawing }, [1])).toBe('shorter');
    expect(messageLacks({ text, drawing: null }, [1])).toBe('drawing');
    expect(messageLacks({ text, drawing }, [])).toBe('goal');
    expect(messageLacks({ text, drawing }, [1, 2])).toBe('goal');
    expect(messageLacks({ text: 'x'.repeat(limits.messageLength), drawing }, [1])).toBeNull();
  });

  it('is of the year in which it was begun', () => {
    expect(yearOfMessage(at('2026-12-31T23:59:59.999Z', '1'))).toBe(2026);
    expect(yearOfMessage(at('2027-01-01T00:00:00.000Z', '1'))).toBe(2027);
    expect(yearOfMessage('6fa459ea-ee8a-4ca4-894e-db77e160355e')).toBeNull();
  });

  it('is one of two a year that are handed in; drafts, stories and other years do not count', () => {
    const own = (last: string, state: WorkState, more: object = {}) => ({
      id: at('2026-05-01T00:00:00.000Z', last),
      kind: 'message' as const,
      state,
      ...more,
    });
    const mine = own('1', 'draft');
    const others = [
      own('2', 'submitted'),
      own('3', 'draft'),
      own('4', 'published', { kind: 'story' }),
      own('5', 'published', { id: at('2025-05-01T00:00:00.000Z', '5') }),
    ];
    expect(handedInBeside(mine.id, [mine, ...others])).toBe(1);
    expect(isYearFull(mine.id, [mine, ...others])).toBe(false);
    expect(isYearFull(mine.id, [mine, ...others, own('6', 'returned')])).toBe(true);
    expect(isYearFull(others[0]?.id ?? '', [mine, ...others])).toBe(false);
  });
});
