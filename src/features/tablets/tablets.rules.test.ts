import { describe, expect, it } from 'vitest';
import { sampleDevice, samplePreparation } from '#tests/support/screen-samples.ts';
import {
  allInWords,
  isFresh,
  lastSeenInWords,
  preparedForInWords,
  searchTablets,
  unsentInWords,
  withThisTablet,
} from './tablets.rules.ts';

const now = new Date(2026, 10, 20, 10, 45);
const at = (hour: number, minute: number) => new Date(2026, 10, 20, hour, minute).toISOString();
const tablet = (fields: Parameters<typeof sampleDevice>[0] = {}, isThisOne = false) => ({
  ...sampleDevice({ last_seen_at: at(10, 44), ...fields }),
  isThisOne,
  isPreparationLost: false,
});

describe('when a tablet was seen', () => {
  it.each([
    [at(10, 44), 'just now'],
    [at(10, 42), 'today, 10:42'],
    [new Date(2026, 10, 19, 15, 0).toISOString(), 'yesterday'],
  ])('%s is said as %s', (last_seen_at, words) => {
    expect(lastSeenInWords(tablet({ last_seen_at }), now)).toContain(words);
  });

  it('is now for the tablet in the hand', () => {
    expect(isFresh(tablet({ last_seen_at: at(8, 0) }, true), now)).toBe(true);
  });
});

describe('what is unsent on a tablet', () => {
  it.each([
    [{ unsent: 0 }, null],
    [{ unsent: 2, unsent_people: 1 }, null],
    [{ unsent: 3, unsent_people: 2 }, '3 unsent of 2 people'],
    [{ unsent: 0, last_seen_at: at(10, 42) }, 'Nothing unsent when last seen at 10:42'],
    [{ unsent: 2, unsent_people: 1, last_seen_at: at(10, 42) }, '2 unsent when last seen at 10:42'],
    [
      { unsent: 3, unsent_people: 2, last_seen_at: at(10, 42) },
      '3 unsent of 2 people when last seen at 10:42',
    ],
  ])('%o is said as of when it was seen: %s', (fields, words) => {
    expect(unsentInWords(tablet(fields), now)?.replace(/ [AP]M$/u, '') ?? null).toBe(words);
  });
});

describe('the list', () => {
  it('has of this tablet what it knows itself', () => {
    const here = sampleDevice({ unsent: 0 });
    const other = sampleDevice({ unsent: 1 });
    const [mine, theirs] = withThisTablet([here, other], {
      device_id: here.id,
      unsent: 2,
      people: 1,
      preparationId: null,
    });
    expect(mine).toEqual({
      ...here,
      unsent: 2,
      unsent_people: 1,
      isThisOne: true,
      isPreparationLost: false,
    });
    expect(theirs).toEqual({ ...other, isThisOne: false, isPreparationLost: false });
  });

  it.each([
    ['is kept here', true, samplePreparation().id, false],
    ['is not kept here any more', true, null, true],
    ['was replaced by another', true, '01900000-0000-7000-8000-00000000beef', true],
    ['may be kept here, which is not known yet', true, undefined, false],
    ['is not there, though one is kept here', false, samplePreparation().id, false],
  ])('where a preparation %s says whether it is lost', (_, isPrepared, preparationId, isPreparationLost) => {
    const here = sampleDevice({ preparation: isPrepared ? samplePreparation() : null });
    const facts = { device_id: here.id, unsent: 0, people: 0, preparationId };
    expect(withThisTablet([here], facts)).toMatchObject([{ isPreparationLost }]);
  });

  it.each([
    [null, 'The whole school'],
    [['Maple'], 'Maple'],
    [['Ash', 'Birch', 'Cedar', 'Elm'], 'Ash, Birch, Cedar, Elm'],
    [['Ash', 'Birch', 'Cedar', 'Elm', 'Fir'], 'Ash, Birch, Cedar and 2 more'],
  ])('says of a tablet that is prepared for %j: %s', (names, words) => {
    const school_classes = names?.map((name) => ({ id: name, name })) ?? null;
    expect(preparedForInWords(samplePreparation({ school_classes }))).toBe(words);
  });

  it.each([
    [[0], true, 'Safe to put away'],
    [[0, 0], true, 'All 2 are safe to put away'],
    [[0, 4], false, '1 tablet has changes that are not sent'],
    [[1, 4, 0], false, '2 tablets have changes that are not sent'],
  ])('with %j unsent says first what matters', (unsent, isSafe, text) => {
    expect(allInWords(unsent.map((count) => tablet({ unsent: count })))).toEqual({ isSafe, text });
  });
});

describe('a search for tablets', () => {
  const [cart, window] = [
    tablet({ name: 'Cart 1', preparation: samplePreparation() }),
    tablet({ name: 'Wïndow 2', preparation: null }),
  ];

  it.each([
    ['', ['Cart 1', 'Wïndow 2']],
    ['window', ['Wïndow 2']],
    ['maple', ['Cart 1']],
    ['zebra', []],
  ])('for “%s” finds %j', (text, names) => {
    expect(searchTablets([cart, window], text).map(({ name }) => name)).toEqual(names);
  });
});
