import { beforeEach, describe, expect, it } from 'vitest';
import { memoryStorage, type KeyValueStorage } from './device-storage.ts';
import { IdleClock, idleFor } from './idle-clock.ts';
import { idleLimits, idlenessAfter } from './idle.rules.ts';

const second = 1000;
const minute = 60 * second;

/** A tablet whose two clocks a test moves. */
class Tablet {
  readonly storage: KeyValueStorage = memoryStorage();
  wall = Date.UTC(2026, 8, 7, 8);
  steady = 0;

  openTab(): IdleClock {
    return new IdleClock(this.storage, { wall: () => this.wall, steady: () => this.steady });
  }

  pass(milliseconds: number): void {
    this.wall += milliseconds;
    this.steady += milliseconds;
  }

  /** Asleep, many tablets stop the clock that cannot be set. */
  sleep(milliseconds: number): void {
    this.wall += milliseconds;
  }
}

let tablet: Tablet;

beforeEach(() => {
  tablet = new Tablet();
});

describe('somebody who touches nothing', () => {
  it('is asked after five minutes, and has one to answer', () => {
    expect(idlenessAfter(0)).toEqual({ kind: 'here' });
    expect(idlenessAfter(5 * minute - 1)).toEqual({ kind: 'here' });
    expect(idlenessAfter(5 * minute)).toEqual({ kind: 'asking', seconds: 60 });
    expect(idlenessAfter(6 * minute - second)).toEqual({ kind: 'asking', seconds: 1 });
    expect(idlenessAfter(6 * minute - 1)).toEqual({ kind: 'asking', seconds: 1 });
    expect(idlenessAfter(6 * minute)).toEqual({ kind: 'away' });
    expect(idlenessAfter(Number.POSITIVE_INFINITY)).toEqual({ kind: 'away' });
    expect(idleLimits).toEqual({ untilQuestion: 5 * minute, untilLock: minute });
  });
});

describe('the time without a touch', () => {
  it('passes, and begins anew with a touch', () => {
    const tab = tablet.openTab();
    tablet.pass(4 * minute);
    expect(tab.look()).toBe(4 * minute);
    tab.touch();
    tablet.pass(second);
    expect(tab.look()).toBe(second);
  });

  it('counts what the tablet slept', () => {
    const tab = tablet.openTab();
    tablet.sleep(60 * minute);
    expect(tab.look()).toBe(60 * minute);
  });

  it('is not shorter because somebody set the clock back', () => {
    const tab = tablet.openTab();
    tablet.pass(4 * minute);
    tablet.wall -= 3 * minute;
    expect(tab.look()).toBe(4 * minute);
    tablet.pass(2 * minute);
    expect(tab.look()).toBe(6 * minute);
    tab.touch();
    tablet.pass(second);
    expect(tab.look()).toBe(second);
  });

  it('goes on over a reload', () => {
    tablet.openTab();
    tablet.pass(5.5 * minute);
    expect(tablet.openTab().look()).toBe(5.5 * minute);
    expect(idleFor(tablet.storage, tablet.wall)).toBe(5.5 * minute);
  });

  it('is over after a reload where nobody knows how long it was, because the clock was set back', () => {
    tablet.openTab();
    tablet.wall -= 10 * second;
    expect(idleFor(tablet.storage, tablet.wall)).toBe(0);
    tablet.wall -= 60 * minute;
    expect(idleFor(tablet.storage, tablet.wall)).toBe(Number.POSITIVE_INFINITY);
  });

  it('is not known where nothing was noted, or nothing that makes sense', () => {
    expect(idleFor(tablet.storage, tablet.wall)).toBeNull();
    tablet.storage.setItem('lastTouch', 'soon');
    expect(idleFor(tablet.storage, tablet.wall)).toBeNull();
  });

  it('is that of all tabs: a touch in one is one in the others', () => {
    const [first, second_] = [tablet.openTab(), tablet.openTab()];
    tablet.pass(5 * minute);
    first.touch();
    tablet.pass(10 * second);
    expect(second_.look()).toBe(10 * second);
    tablet.pass(5 * minute);
    expect(second_.look()).toBe(5 * minute + 10 * second);
  });

  it('is noted once in five seconds of touching, not at each touch', () => {
    const notes: string[] = [];
    const { storage } = tablet;
    const setItem = storage.setItem.bind(storage);
    storage.setItem = (key, value) => {
      notes.push(value);
      setItem(key, value);
    };
    const tab = tablet.openTab();
    for (let touches = 0; touches < 100; touches += 1) {
      tablet.pass(100);
      tab.touch();
    }
    expect(notes).toHaveLength(3);
  });
});
