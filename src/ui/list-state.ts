import { useMemo } from 'react';
import { withParts } from '#src/lib/address-parts.ts';
import type { Sort } from './data-table.rows.ts';
import { useAddress } from './use-address.ts';

/** What a list shows, as the address says it: `?q=zoe&sort=-books&page=2`. */
export interface ListState {
  q: string;
  sort: Sort;
  /** From 1. */
  page: number;
}

function readSort(text: string | null, keys: readonly string[], otherwise: Sort): Sort {
  if (text === null) return otherwise;
  const descending = text.startsWith('-');
  const key = descending ? text.slice(1) : text;
  return keys.includes(key) ? { key, descending } : otherwise;
}

function sortText({ key, descending }: Sort): string {
  return descending ? `-${key}` : key;
}

/** The order of a list by the name that its endpoint has for it, `-` before it where it goes down. */
export function sortAmong<const Name extends string>(
  names: readonly Name[],
  sort: Sort,
  otherwise: NoInfer<Name>,
): Name {
  const wanted = sortText(sort);
  return names.find((name) => name === wanted) ?? otherwise;
}

/** Reads the list's part of an address; whatever makes no sense counts as not said. */
export function readListState(address: URLSearchParams, keys: readonly string[], otherwise: Sort): ListState {
  const page = Number(address.get('page'));
  return {
    q: address.get('q') ?? '',
    sort: readSort(address.get('sort'), keys, otherwise),
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
  };
}

/** The address with the list's part replaced: what is at its default is left out, all else in it stays. */
export function writeListState(address: URLSearchParams, state: ListState, otherwise: Sort): URLSearchParams {
  const isUsual = sortText(state.sort) === sortText(otherwise);
  return withParts({
    q: state.q || null,
    sort: isUsual ? null : sortText(state.sort),
    page: state.page === 1 ? null : String(state.page),
    // Of a list by key: whatever changes begins on its first page.
    after: null,
  })(address);
}

/** `keys` and `otherwise` are constants of the module that calls it. */
export function useListState(keys: readonly string[], otherwise: Sort) {
  const [address, setAddress] = useAddress();
  const state = useMemo(() => readListState(address, keys, otherwise), [address, keys, otherwise]);
  const write = (change: Partial<ListState>, replace: boolean) =>
    setAddress(
      (now) => writeListState(now, { ...readListState(now, keys, otherwise), ...change }, otherwise),
      {
        replace,
        preventScrollReset: true,
      },
    );
  return {
    ...state,
    // A search or an order begins on the first page again. Typing leaves no trail for the Back button, a page does.
    search: (q: string) => write({ q: q.trim(), page: 1 }, true),
    sortBy: (sort: Sort) => write({ sort, page: 1 }, true),
    goTo: (page: number) => write({ page }, false),
    showInstead: (page: number) => write({ page }, true),
    /** Changes what the address narrows the list down by: as a search, from the first page on. */
    narrow: (parts: Readonly<Record<string, string | null>>) =>
      setAddress(withParts({ ...parts, page: null, after: null }), {
        replace: true,
        preventScrollReset: true,
      }),
  };
}
