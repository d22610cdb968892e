import { describe, expect, it } from 'vitest';
import { memoryStorage } from '#src/session/device-storage.ts';
import {
  isOff,
  rememberSeen,
  rememberWelcome,
  seenHere,
  setOff,
  tourKeys,
  wasWelcomed,
} from './tour-memory.ts';

describe('what a device remembers of tours', () => {
  it('is of each person by themselves', () => {
    const storage = memoryStorage();
    rememberSeen(storage, 'clara', 'classes');
    rememberSeen(storage, 'clara', 'classes');
    rememberSeen(storage, 'helen', 'teacher_add');
    expect(seenHere(storage, 'clara')).toEqual(['classes']);
    expect(seenHere(storage, 'helen')).toEqual(['teacher_add']);
    expect(seenHere(storage, 'david')).toEqual([]);
  });

  it('outlives that they are switched off and on again', () => {
    const storage = memoryStorage();
    rememberSeen(storage, 'clara', 'classes');
    expect(isOff(storage)).toBe(false);
    setOff(storage, true);
    expect([isOff(storage), seenHere(storage, 'clara')]).toEqual([true, ['classes']]);
    setOff(storage, false);
    expect([isOff(storage), seenHere(storage, 'clara')]).toEqual([false, ['classes']]);
  });

  it('is nothing where another version or somebody else wrote there', () => {
    for (const text of ['[]', 'true', 'no JSON', '{"off":1}']) {
      const storage = memoryStorage();
      storage.setItem(tourKeys.tutorials, text);
      storage.setItem(tourKeys.welcome, text === '[]' ? '{}' : text);
      expect([isOff(storage), seenHere(storage, 'clara'), wasWelcomed(storage, 'clara')]).toEqual([
        false,
        [],
        false,
      ]);
      rememberSeen(storage, 'clara', 'classes');
      expect(seenHere(storage, 'clara')).toEqual(['classes']);
    }
  });

  it('keeps apart who was welcomed', () => {
    const storage = memoryStorage();
    rememberWelcome(storage, 'helen');
    expect([wasWelcomed(storage, 'helen'), wasWelcomed(storage, 'clara')]).toEqual([true, false]);
  });
});
