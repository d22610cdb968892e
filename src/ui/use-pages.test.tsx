import { renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { usePages } from './use-pages.ts';

interface Asked {
  count: number | null;
  page: number;
  busy?: boolean;
}

function open(first: Asked) {
  const showInstead = vi.fn<(page: number) => void>();
  const { result, rerender } = renderHook(
    ({ count, page, busy = false }: Asked) =>
      usePages({ value: count === null ? null : { count }, busy }, { page, showInstead }, 20),
    { initialProps: first },
  );
  return { result, rerender, showInstead };
}

describe('a list that is answered page by page', () => {
  it.each([
    [0, 1],
    [1, 1],
    [20, 1],
    [21, 2],
    [41, 3],
  ])('of %i rows has %i pages', (count, pages) => {
    expect(open({ count, page: 1 }).result.current).toBe(pages);
  });

  it('shows its last page to whoever stands behind it', () => {
    const { rerender, showInstead } = open({ count: 41, page: 3 });
    expect(showInstead).not.toHaveBeenCalled();
    rerender({ count: 40, page: 3 });
    expect(showInstead.mock.calls).toEqual([[2]]);
    rerender({ count: 40, page: 2 });
    expect(showInstead).toHaveBeenCalledTimes(1);
  });

  it('leaves everybody where they are until the answer to what they ask is there', () => {
    const { rerender, showInstead } = open({ count: null, page: 3 });
    rerender({ count: 1, page: 3, busy: true });
    expect(showInstead).not.toHaveBeenCalled();
    rerender({ count: 41, page: 3 });
    expect(showInstead).not.toHaveBeenCalled();
  });
});
