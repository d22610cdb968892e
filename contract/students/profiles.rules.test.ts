import { describe, expect, it } from 'vitest';
import { overwritesUnseen } from './profiles.rules.ts';

describe('what somebody says of themselves', () => {
  it('is replaced where it still is as they saw it', () => {
    expect(overwritesUnseen('I like owls', 'I like bats', 'I like owls')).toBe(false);
    expect(overwritesUnseen(null, 'I like bats', null)).toBe(false);
    expect(overwritesUnseen('', 'I like bats', null)).toBe(false);
  });

  it('is not replaced where something else stands there meanwhile', () => {
    expect(overwritesUnseen('I like owls', 'I like bats', null)).toBe(true);
    expect(overwritesUnseen(null, 'I like bats', 'I like owls')).toBe(true);
  });

  it('may be the same words twice', () => {
    expect(overwritesUnseen('I like bats', 'I like bats', null)).toBe(false);
  });

  it('is the last writer’s where no device showed anything', () => {
    expect(overwritesUnseen('I like owls', 'I like bats', undefined)).toBe(false);
  });
});
