import { describe, expect, it } from 'vitest';
import type { Mode } from './modes.schema.ts';
import { modeOf, offeredModes } from './modes.rules.ts';

const mode = (name: string, rest: Partial<Mode> = {}): Mode => ({
  id: name,
  name,
  image: `/${name}.svg`,
  locked: false,
  active: true,
  status: 'ACTIVE',
  ...rest,
});

const draft = mode('draft', { active: false });
const retired = mode('retired', { status: 'INACTIVE' });
const tales = mode('tales');
const nature = mode('nature');
const name = (found: Mode | null) => found?.name ?? null;

describe('the mode that somebody is in', () => {
  it('is the first that is active with status ACTIVE', () => {
    expect(name(modeOf([draft, retired, tales, nature], null))).toBe('tales');
  });

  it('is the one that they picked', () => {
    expect(name(modeOf([tales, nature], 'nature'))).toBe('nature');
  });

  it('is never one that is locked, not offered or gone', () => {
    expect(name(modeOf([mode('locked', { locked: true }), nature], null))).toBe('nature');
    for (const gone of ['locked', 'draft', 'retired', 'unheard-of'])
      expect(name(modeOf([tales, mode('locked', { locked: true }), draft, retired], gone))).toBe('tales');
  });

  it('is none where none is open', () => {
    expect(modeOf([draft, retired, mode('locked', { locked: true })], null)).toBeNull();
    expect(modeOf([], 'tales')).toBeNull();
  });
});

it('locked modes are offered all the same, to be seen', () => {
  const locked = mode('locked', { locked: true });
  expect(offeredModes([draft, locked, retired, tales])).toEqual([locked, tales]);
});
