import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { withParts } from '#src/lib/address-parts.ts';
import { useAddress } from './use-address.ts';

function Router({ children }: { children: ReactNode }) {
  return <MemoryRouter initialEntries={['/students?q=zoe']}>{children}</MemoryRouter>;
}

/** Two parts of one page that each have their own piece of the address. */
const useTwo = () => ({ filters: useAddress(), list: useAddress() });

describe('the address of a page', () => {
  it('keeps both of two changes that come before the page is drawn anew', () => {
    const { result } = renderHook(useTwo, { wrapper: Router });
    act(() => {
      const { filters, list } = result.current;
      filters[1](withParts({ class: 'cedar' }));
      list[1](withParts({ page: '2' }));
      filters[1](withParts({ signed_in: 'never' }));
    });
    expect(result.current.list[0].toString()).toBe('q=zoe&class=cedar&page=2&signed_in=never');
  });

  it('builds on what is drawn once it is', () => {
    const { result } = renderHook(useTwo, { wrapper: Router });
    act(() => result.current.filters[1](withParts({ class: 'cedar' })));
    act(() => result.current.filters[1](withParts({ class: null })));
    act(() => result.current.filters[1](withParts({ page: '3' })));
    expect(result.current.list[0].toString()).toBe('q=zoe&page=3');
  });
});
