import { describe, expect, it } from 'vitest';
import { chunkOf, circleIn, type Built } from './chunk-groups.ts';
import type { Reach } from './reach.ts';

const kept = ['office', 'library', 'writing'];

function built({
  size = 2000,
  standsAlone = false,
  isIcon = false,
  ...reach
}: Partial<Built & Reach>): Built {
  return {
    reach: { needers: 100, atStart: false, firstPages: [], places: null, ...reach },
    size,
    standsAlone,
    isIcon,
  };
}
const fileOf = (module: Partial<Built & Reach>) => chunkOf(built(module), kept);

describe('the file of a module', () => {
  it('is that of the app, where nothing runs without it', () => {
    expect(fileOf({ atStart: true, size: 50_000 })).toBe('app');
    expect(fileOf({ atStart: true, isIcon: true, size: 300 })).toBe('app');
  });

  it('is shared with what as many need, and the same first pages', () => {
    expect(fileOf({})).toBe('shared60');
    expect(fileOf({ needers: 40 })).toBe('shared32');
    expect(fileOf({ firstPages: ['library', 'faq'] })).toBe('shared60-lib-faq');
  });

  it('is one for all that signing in needs beside the app', () => {
    expect(fileOf({ needers: 2, firstPages: ['way-in', 'library'] })).toBe('way-in');
  });

  it('is shared with what the same places need, where not everybody does', () => {
    expect(fileOf({ needers: 7, places: ['office', 'panel'] })).toBe('part6-off-pan');
    expect(fileOf({ needers: 7, places: ['office'] })).toBe('part6-off');
  });

  it('is its own affair, where few need it, or it is large and needs nothing itself', () => {
    expect(fileOf({ needers: 31 })).toBeNull();
    expect(fileOf({ needers: 1, places: ['office'] })).toBeNull();
    expect(fileOf({ size: 30_000, standsAlone: true })).toBeNull();
    expect(fileOf({ size: 30_000 })).toBe('shared60');
  });

  it('is shared however few need it, where it is small and needs nothing itself', () => {
    expect(fileOf({ needers: 2, size: 300, standsAlone: true })).toBe('small');
    expect(fileOf({ needers: 2, size: 300, standsAlone: true, places: ['office'] })).toBe('small-off');
    expect(fileOf({ needers: 1, size: 300, standsAlone: true, isIcon: true, places: ['writing'] })).toBe(
      'small-wri',
    );
  });

  it('comes with what everybody has, where it is small and most parts need it', () => {
    const icon = { needers: 3, size: 300, standsAlone: true, isIcon: true };
    expect(fileOf({ ...icon, places: ['library', 'office', 'writing'] })).toBe('icons');
    expect(fileOf({ ...icon, places: ['checkout', 'office', 'panel'] })).toBe('small-che-off-pan');
  });
});

describe('files that wait for each other', () => {
  it('are named', () => {
    expect(
      circleIn({ index: ['app', 'page'], page: ['shared', 'app'], shared: ['large'], large: ['shared'] }),
    ).toEqual(['shared', 'large']);
  });

  it('are none, where two need the same', () => {
    expect(circleIn({ index: ['app', 'page'], page: ['app', 'react'], app: ['react'] })).toBeNull();
  });
});
