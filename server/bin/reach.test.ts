import { describe, expect, it } from 'vitest';
import { reachOf, type Links } from './reach.ts';

const app: Readonly<Record<string, { now?: string[]; late?: string[] }>> = {
  main: { now: ['store', 'address'], late: ['home', 'library', 'office'] },
  store: { now: ['address'] },
  address: {},
  home: { now: ['button'], late: ['library'] },
  library: { now: ['button', 'shelf'] },
  office: { now: ['store', 'table'], late: ['report'] },
  report: { now: ['table', 'shelf'] },
  button: { now: ['icon'] },
  icon: {},
  shelf: { now: ['icon'] },
  table: {},
  nobodys: { now: ['table'] },
};

const reach = reachOf({
  linksOf: (id): Links | null => {
    const links = app[id];
    return links ? { importedIds: links.now ?? [], dynamicallyImportedIds: links.late ?? [] } : null;
  },
  start: 'main',
  firstPages: { first: 'home', shelves: 'library' },
  placeOf: (id) => ({ library: 'library', office: 'office', report: 'office' })[id] ?? null,
});

describe('who needs a module', () => {
  it('is counted by what is imported late and cannot run without it', () => {
    expect(reach.get('icon')?.needers).toBe(3);
    expect(reach.get('table')?.needers).toBe(2);
    expect(reach.get('address')?.needers).toBe(2);
  });

  it('is everybody from the start, where the first module imports it, by whatever way', () => {
    expect([...reach].filter(([, { atStart }]) => atStart).map(([id]) => id)).toEqual(
      expect.arrayContaining(['main', 'store', 'address']),
    );
    expect(reach.get('button')?.atStart).toBe(false);
  });

  it('is each first page that cannot be shown without it', () => {
    expect(reach.get('icon')?.firstPages).toEqual(['first', 'shelves']);
    expect(reach.get('shelf')?.firstPages).toEqual(['shelves']);
    expect(reach.get('table')?.firstPages).toEqual([]);
  });

  it('is everybody, or the places that may ask for it', () => {
    expect(reach.get('button')?.places).toBeNull();
    expect(reach.get('shelf')?.places).toEqual(['library', 'office']);
    expect(reach.get('table')?.places).toEqual(['office']);
  });

  it('is nobody, where nothing leads to it', () => {
    expect(reach.has('nobodys')).toBe(false);
  });
});
