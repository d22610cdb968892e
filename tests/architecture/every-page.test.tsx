import { describe, expect, it } from 'vitest';
import { dashboardOptions } from '#contract/kit/paths.ts';
import { patternsOfApp } from '../support/app-addresses.ts';
import { everyPage, lookers } from '../support/every-page.ts';
import { appPages, optionsOfDashboards, pageAt } from './app-pages.ts';

// Whoever adds a page hears here that nobody looks at it yet: by the keyboard alone, by axe, on a phone.

/** `All Books` of `/dashboard?option=All%20Books&id=x`: such an address has a page of its own. */
function optionOf(address: string): string | null {
  return new URL(address, 'https://school.example').searchParams.get('option');
}

it('the addresses of contract/kit/paths.ts are those of the routes', () => {
  expect(new Set(patternsOfApp).size).toBe(patternsOfApp.length);
  const plain = (pattern: string) => (pattern === '/' ? pattern : pattern.replace(/\/$/u, ''));
  const routed = new Set(appPages.map(({ path }) => plain(path)));
  expect(patternsOfApp.map(plain).filter((pattern) => !routed.has(pattern))).toEqual([]);
  const named = new Set(patternsOfApp.map(plain));
  expect([...routed].filter((path) => !named.has(path))).toEqual([]);
});

describe('the pages that are looked at', () => {
  it('are all that the app has', () => {
    const lookedAt = new Set(everyPage.map(({ at }) => pageAt(at)?.path));
    expect(appPages.map(({ path }) => path).filter((path) => !lookedAt.has(path))).toEqual([]);
  });

  it('are all that the dashboards of children and teachers open by an option', () => {
    const lookedAt = new Set(everyPage.map(({ at }) => optionOf(at)));
    expect(dashboardOptions.filter((option) => !lookedAt.has(option))).toEqual([]);
    expect(new Set(dashboardOptions)).toEqual(optionsOfDashboards);
  });

  it.each(everyPage.map(({ at, by }) => [at, by] as const))('%s is there, and open to the %s', (at, by) => {
    const page = pageAt(at);
    const { role } = lookers[by];
    expect(page).not.toBeNull();
    expect(page?.roles === null || (role !== null && page?.roles.includes(role))).toBe(true);
  });
});
