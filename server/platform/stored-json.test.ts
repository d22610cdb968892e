import { describe, expect, it } from 'vitest';
import { storedJson } from './stored-json.ts';

describe('JSON for the database', () => {
  it('holds no NUL and no half of a surrogate pair, in names as in values', () => {
    expect(storedJson({ 'a\u0000': ['\ud83d', 'x\udc00y\u0000'] })).toBe(
      '{"a\ufffd":["\ufffd","x\ufffdy\ufffd"]}',
    );
  });

  it('is otherwise what it was', () => {
    const value = { text: 'Zoë 🦦 "quoted" \\u0000 \\ud800 \u001f\n', number: 1, nothing: null };
    expect(JSON.parse(storedJson(value))).toEqual(value);
  });
});
