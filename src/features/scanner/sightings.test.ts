import { describe, expect, it } from 'vitest';
import { markOf } from './just-read.ts';
import { Sightings } from './sightings.ts';

const refusal = 'Invalid QR code format.';

const a = '{"username":"zoe-otter-42","password":"Ou6wGyi5f4MOMPc911NwAw"}';
const b = '{"username":"amelie-moth-24","password":"BEEbHDTdfc_CjSb4t4PntQ"}';
const poster = 'WIFI:T:WPA;S:Class3M;P:not-a-secret;;';
const tag = 'TABLET-0042';

/** Pictures every tenth of a second, each with these codes; what was handed on of them. */
function show(sightings: Sightings, texts: readonly string[], from: number, milliseconds: number): string[] {
  const handed: string[] = [];
  for (let now = from; now < from + milliseconds; now += 100) {
    const text = sightings.see(texts, now);
    if (text !== null) handed.push(text);
  }
  return handed;
}

describe('a card that is held up', () => {
  it('is handed on once, however long it stays', () => {
    const sightings = new Sightings(null);
    expect(show(sightings, [a], 0, 60_000)).toEqual([a]);
    expect(sightings.sighting()).toBe('got');
  });

  it('is still the same after a few blurred pictures', () => {
    const sightings = new Sightings(null);
    show(sightings, [a], 0, 500);
    show(sightings, [], 500, 800);
    expect(show(sightings, [a], 1300, 500)).toEqual([]);
  });

  it('is handed on once by a tablet that takes seconds for each picture', () => {
    const sightings = new Sightings(null);
    const handed = [0, 2000, 5000, 9000].map((now) => sightings.see([a], now));
    expect(handed).toEqual([a, null, null, null]);
    expect(sightings.see([], 12_000)).toBeNull();
    expect(sightings.see([a], 14_000)).toBe(a);
  });

  it('is handed on from each photo that is chosen', () => {
    const sightings = new Sightings(null);
    expect(sightings.seeOnce([a], 0)).toBe(a);
    expect(sightings.seeOnce([a], 5000)).toBe(a);
  });

  it('is handed on again when it had left the picture', () => {
    const sightings = new Sightings(null);
    show(sightings, [a], 0, 500);
    show(sightings, [], 500, 1500);
    expect(show(sightings, [a], 2000, 500)).toEqual([a]);
  });

  it('is not handed on again by being refused', () => {
    const sightings = new Sightings(null);
    show(sightings, [a], 0, 500);
    sightings.refusalIs(refusal, 500);
    expect(sightings.sighting()).toBe('nothing');
    expect(show(sightings, [a], 500, 60_000)).toEqual([]);
  });

  it('is handed on again when its refusal is taken back', () => {
    const sightings = new Sightings(null);
    show(sightings, [a], 0, 500);
    sightings.refusalIs(refusal, 500);
    show(sightings, [a], 500, 500);
    sightings.refusalIs(null, 1000);
    expect(show(sightings, [a], 1000, 500)).toEqual([a]);
  });

  it('is not tried twice because the refusal of the one before it is taken back for it', () => {
    const sightings = new Sightings(null);
    show(sightings, [a], 0, 500);
    sightings.refusalIs(refusal, 500);
    expect(show(sightings, [b], 600, 100)).toEqual([b]);
    sightings.refusalIs(null, 700);
    expect(show(sightings, [b], 700, 5000)).toEqual([]);
    sightings.refusalIs(refusal, 5700);
    expect(show(sightings, [b], 5700, 5000)).toEqual([]);
  });

  it('gives way to another one at once', () => {
    const sightings = new Sightings(null);
    show(sightings, [a], 0, 500);
    expect(show(sightings, [b], 500, 500)).toEqual([b]);
  });
});

describe('the card of the child before', () => {
  const after = () => new Sightings(null, markOf(a));

  it('is not handed on for as long as it stays in the picture', () => {
    const sightings = after();
    expect(show(sightings, [a], 0, 60_000)).toEqual([]);
    expect(sightings.sighting()).toBe('past');
  });

  it('is still there after a few blurred pictures, and beside the next card', () => {
    const sightings = after();
    show(sightings, [a], 0, 500);
    show(sightings, [], 500, 800);
    expect(show(sightings, [a], 1300, 500)).toEqual([]);
    expect(show(sightings, [a, b], 1800, 500)).toEqual([]);
    expect(sightings.sighting()).toBe('past');
  });

  it('counts again once it had left the picture for a moment', () => {
    const sightings = after();
    show(sightings, [a], 0, 500);
    expect(show(sightings, [], 500, 1500)).toEqual([]);
    expect(sightings.sighting()).toBe('nothing');
    expect(show(sightings, [a], 2000, 500)).toEqual([a]);
  });

  it('holds up no other card', () => {
    expect(show(after(), [b], 0, 500)).toEqual([b]);
    const sightings = after();
    show(sightings, [a], 0, 500);
    expect(show(sightings, [b], 500, 500)).toEqual([b]);
    expect(sightings.sighting()).toBe('got');
  });
});

describe('several cards at a time', () => {
  it('are never handed on, because nobody knows whose is meant', () => {
    const sightings = new Sightings(null);
    expect(show(sightings, [a, b], 0, 5000)).toEqual([]);
    expect(sightings.sighting()).toBe('several');
    expect(show(sightings, [b], 5000, 100)).toEqual([b]);
  });

  it('do not make the first of them new again', () => {
    const sightings = new Sightings(null);
    show(sightings, [a], 0, 500);
    show(sightings, [a, b], 500, 5000);
    expect(show(sightings, [a], 5500, 500)).toEqual([]);
  });
});

describe('a card beside another code', () => {
  it.each([
    ['a poster', [poster, a]],
    ['an asset tag', [a, tag]],
    ['both', [tag, a, poster]],
  ])('is handed on: %s', (_what, texts) => {
    const sightings = new Sightings(null);
    expect(show(sightings, texts, 0, 5000)).toEqual([a]);
    expect(sightings.sighting()).toBe('got');
  });

  it('keeps its place when it is blurred for a moment and only the poster is read', () => {
    const sightings = new Sightings(null);
    show(sightings, [a, poster], 0, 500);
    sightings.refusalIs(refusal, 500);
    expect(show(sightings, [poster], 500, 800)).toEqual([]);
    expect(show(sightings, [a, poster], 1300, 500)).toEqual([]);
  });

  it('takes the place of a poster that was read first', () => {
    const sightings = new Sightings(null);
    expect(show(sightings, [poster], 0, 500)).toEqual([poster]);
    expect(show(sightings, [poster, a], 500, 500)).toEqual([a]);
  });

  it('is told from a second card beside a poster', () => {
    const sightings = new Sightings(null);
    expect(show(sightings, [a, poster, b], 0, 5000)).toEqual([]);
    expect(sightings.sighting()).toBe('several');
  });
});

describe('codes without a card', () => {
  it('are handed on one at a time, so that the answer says what is wrong with them', () => {
    const sightings = new Sightings(null);
    expect(show(sightings, [poster, tag], 0, 500)).toEqual([poster]);
  });
});

describe('the sign that a card was read', () => {
  it('stays while the answer is on its way, although the card is put down', () => {
    const sightings = new Sightings(null);
    show(sightings, [a], 0, 200);
    show(sightings, [], 200, 3000);
    expect(sightings.sighting()).toBe('got');
    show(sightings, [], 3200, 3000);
    expect(sightings.sighting()).toBe('nothing');
  });

  it('gives way to a refusal that stood there already', () => {
    const sightings = new Sightings(refusal);
    show(sightings, [a], 0, 200);
    expect(sightings.sighting()).toBe('got');
    sightings.look(1000);
    expect(sightings.sighting()).toBe('nothing');
  });

  it('stays when that refusal is taken back for it', () => {
    const sightings = new Sightings(refusal);
    show(sightings, [a], 0, 200);
    sightings.refusalIs(null, 200);
    show(sightings, [], 200, 2000);
    expect(sightings.sighting()).toBe('got');
  });

  it('is told to whoever listens, and only when it changes', () => {
    const sightings = new Sightings(null);
    let told = 0;
    const stop = sightings.subscribe(() => (told += 1));
    show(sightings, [a], 0, 1000);
    expect(told).toBe(1);
    stop();
    sightings.refusalIs(refusal, 1000);
    expect(told).toBe(1);
  });
});
