import { readFileSync } from 'node:fs';
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { DataTable } from './data-table.tsx';
import type { Column } from './data-table.tsx';

interface Book {
  id: string;
  title: string;
  pages: number;
}

const columns: readonly Column<Book>[] = [
  { key: 'title', header: 'Title', heading: true, cell: ({ title }) => title, sortBy: ({ title }) => title },
  { key: 'pages', header: 'Pages', cell: ({ pages }) => pages, align: 'end' },
];

function showTable(rows: readonly Book[], loading = false) {
  render(
    <MantineProvider env="test">
      <DataTable
        caption="Books"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        sort={{ key: 'title', descending: false }}
        onSort={() => undefined}
        loading={loading}
        renderActions={({ title }) => <button type="button">Open {title}</button>}
        empty={<p>No books</p>}
      />
    </MantineProvider>,
  );
}

describe('a table', () => {
  afterEach(cleanup);

  it('names itself, its rows and its columns', () => {
    showTable([{ id: '1', title: 'Otters', pages: 12 }]);
    expect(screen.getByRole('table', { name: 'Books' })).toBeTruthy();
    expect(screen.getByRole('rowheader', { name: 'Otters' })).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Title',
      'Pages',
      'Actions',
    ]);
    expect(screen.getByRole('button', { name: 'Open Otters' })).toBeTruthy();
  });

  it('gives a column of menus the room of one, and no name in a card', () => {
    render(
      <MantineProvider env="test">
        <DataTable
          caption="Books"
          columns={[...columns, { key: 'actions', header: 'Actions', isMenu: true, cell: () => 'Menu' }]}
          rows={[{ id: '1', title: 'Otters', pages: 12 }]}
          rowKey={({ id }) => id}
          empty={null}
        />
      </MantineProvider>,
    );
    expect(screen.getByRole('columnheader', { name: 'Actions' }).style.width).toBe('64px');
    expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['Pages12', 'Menu']);
  });

  it('marks a cell that has nothing to say, so that a card leaves it out', () => {
    render(
      <MantineProvider env="test">
        <DataTable
          caption="Books"
          columns={[...columns, { key: 'edit', header: 'Edit', cell: ({ pages }) => pages > 10 && 'Edit' }]}
          rows={[
            { id: '1', title: 'Otters', pages: 12 },
            { id: '2', title: 'Owls', pages: 0 },
          ]}
          rowKey={({ id }) => id}
          empty={null}
        />
      </MantineProvider>,
    );
    const isEmpty = screen.getAllByRole('cell').map((cell) => cell.dataset['empty'] !== undefined);
    expect(isEmpty).toEqual([false, false, false, true]);
  });

  it('keeps in cards the name of each column, as a screen reader reads it with its value', () => {
    const css = readFileSync('src/ui/data-table.module.css', 'utf8');
    const [, cards = ''] = css.split('@container (max-width: 639.9px)');
    expect(cards).toMatch(/\.cell\[data-hide-under\] \{\s+display: flex/u);
    expect(cards).toMatch(/\.head\[data-hide-under\] \{\s+display: table-cell/u);
  });

  it('has names of rows that a finger can press', () => {
    const css = readFileSync('src/ui/data-table.module.css', 'utf8');
    expect(css).toMatch(/\.heading a::after \{\s+position: absolute;\s+inset: -10px 0;/u);
  });

  it('picks a row by all of the cell of its box, and names an order as it is told', () => {
    const picked: (readonly string[])[] = [];
    render(
      <MantineProvider env="test">
        <DataTable
          caption="Books"
          columns={[
            ...columns,
            { key: 'at', header: 'Changed', orderName: 'last change', cell: () => '', sortBy: () => 1 },
          ]}
          rows={[{ id: '1', title: 'Otters', pages: 12 }]}
          rowKey={({ id }) => id}
          sort={{ key: 'title', descending: false }}
          onSort={() => undefined}
          selection={{
            picked: new Set(),
            pick: (keys) => picked.push(keys),
            label: ({ title }) => `Select ${title}`,
          }}
          empty={null}
        />
      </MantineProvider>,
    );
    fireEvent.click(
      screen.getByRole('checkbox', { name: 'Select Otters' }).closest('label') ?? expect.fail(),
    );
    expect(picked).toEqual([['1']]);
    expect(screen.getByRole('option', { name: 'By last change' })).toBeTruthy();
  });

  it('offers an order only for columns that have one', () => {
    showTable([{ id: '1', title: 'Otters', pages: 12 }]);
    expect(screen.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort')).toBe('ascending');
    expect(screen.getByRole('columnheader', { name: 'Pages' }).hasAttribute('aria-sort')).toBe(false);
    expect(screen.queryByRole('button', { name: 'Pages' })).toBeNull();
  });

  it('offers no order where the rows come in one', () => {
    render(
      <MantineProvider env="test">
        <DataTable
          caption="Books"
          columns={columns}
          rows={[{ id: '1', title: 'Otters', pages: 12 }]}
          rowKey={({ id }) => id}
          empty={null}
        />
      </MantineProvider>,
    );
    expect(screen.getByRole('columnheader', { name: 'Title' }).hasAttribute('aria-sort')).toBe(false);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Sort' })).toBeNull();
  });

  it('says what is missing in place of no rows', () => {
    showTable([]);
    expect(screen.getByText('No books')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('says that it is loading, and nothing about emptiness', () => {
    showTable([], true);
    expect(screen.getByRole('status').textContent).toBe('Loading');
    expect(screen.queryByText('No books')).toBeNull();
  });
});
