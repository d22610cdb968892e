import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { ListFilter } from './list-filters.tsx';
import { ListToolbar } from './list-toolbar.tsx';

const columns = [
  { key: 'name', header: 'Name', sortBy: true },
  { key: 'books', header: 'Books', sortBy: true },
];

function Toolbar({ onSort }: { onSort: () => void }) {
  const [state, setState] = useState<string | null>('open');
  return (
    <ListToolbar
      search={{ label: 'Search classes', value: '', onSearch: () => undefined, quiet: 0 }}
      filters={
        <ListFilter
          label="State"
          any="All states"
          value={state}
          choices={[{ value: 'open', label: 'Open' }]}
          onChange={setState}
        />
      }
      narrowed={state !== null}
      onShowAll={() => setState(null)}
      sorting={{ columns, sort: { key: 'name', descending: false }, onSort }}
      tools={<button type="button">Export</button>}
    />
  );
}

/** The window as wide as a phone, or wider. */
function onScreen(isNarrow: boolean): void {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        media: query,
        matches: isNarrow,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
        addListener: () => undefined,
        removeListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
}

afterEach(() => vi.restoreAllMocks());

describe('the toolbar of a list', () => {
  it('has search, filters, order and tools, and says how many filters are set', async () => {
    onScreen(false);
    const sort = vi.fn();
    const { user } = renderScreen(<Toolbar onSort={sort} />);
    expect(screen.getByRole('searchbox', { name: 'Search classes' })).toBeTruthy();
    expect(screen.getByRole('combobox', { name: 'State' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Export' })).toBeTruthy();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'By books');
    expect(sort).toHaveBeenCalledWith({ key: 'books', descending: false });
    const filter = screen.getByRole('button', { name: 'Filter (1)', expanded: true });
    await user.click(filter);
    expect(screen.queryByRole('combobox', { name: 'State' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove filter State: Open' }));
    expect(screen.getByRole('button', { name: 'Filter', expanded: false })).toBeTruthy();
  });

  it('folds filters and tools away on a phone, and shows what is set', async () => {
    onScreen(true);
    const { user } = renderScreen(<Toolbar onSort={() => undefined} />);
    expect(screen.queryByRole('combobox', { name: 'State' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
    const chips = screen.getByRole('list', { name: 'Filters that are set' });
    expect(within(chips).getByText('State: Open')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'More', expanded: false }));
    expect(screen.getByRole('button', { name: 'Export' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Filter (1)' }));
    expect(screen.getByRole('combobox', { name: 'State' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(within(chips).queryByText('State: Open')).toBeNull();
  });
});
