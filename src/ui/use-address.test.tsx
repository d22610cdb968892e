import { act, render, renderHook, screen } from '@testing-library/react';
import { use, useEffect, type ReactNode } from 'react';
import { Link, MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
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

  it.each([
    ['another page', '/students/zoe'],
    ['another view of the page', '/students?view=faces'],
  ])('takes nobody back who went to %s, whose code is still on its way', async (_, to) => {
    let come = (): void => undefined;
    const code = new Promise<void>((resolve) => {
      come = resolve;
    });
    const Late = () => {
      use(code);
      return <p>{`At ${to}`}</p>;
    };
    let search = (): void => undefined;
    function Page() {
      const [, setAddress] = useAddress();
      const location = useLocation();
      // Of what is drawn, and not of what waits for its code.
      useEffect(() => {
        search = () => setAddress(withParts({ q: 'zoe' }), { replace: true });
      });
      return location.pathname + location.search === to ? <Late /> : <Link to={to}>Go</Link>;
    }
    render(
      <MemoryRouter initialEntries={['/students']}>
        <Routes>
          <Route path="/students/:name?" element={<Page />} />
        </Routes>
      </MemoryRouter>,
    );
    await act(async () => screen.getByRole('link', { name: 'Go' }).click());
    // The page before is still drawn, and with it a search that waited for the end of the typing.
    expect(screen.getByRole('link', { name: 'Go' })).toBeTruthy();
    await act(async () => search());
    await act(async () => come());
    expect(screen.getByText(`At ${to}`)).toBeTruthy();
  });
});
