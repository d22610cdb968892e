import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { DayFilter } from './list-filters.tsx';

const asked: (string | null)[] = [];

function Days() {
  const [day, setDay] = useState<string | null>(null);
  const narrow = (next: string | null) => {
    asked.push(next);
    setDay(next);
  };
  return (
    <MantineProvider env="test">
      <DayFilter label="From" value={day} onChange={narrow} />
      <button type="button" onClick={() => setDay('2026-01-02')}>
        Back
      </button>
    </MantineProvider>
  );
}

it('waits for the whole year of a day that is typed, and keeps what stands in the field', () => {
  render(<Days />);
  const field = screen.getByLabelText<HTMLInputElement>('From');
  for (const typed of ['0002-11-28', '0020-11-28', '0202-11-28', '2026-11-28']) {
    fireEvent.change(field, { target: { value: typed } });
    expect(field.value).toBe(typed);
  }
  expect(asked).toEqual(['2026-11-28']);
  fireEvent.change(field, { target: { value: '' } });
  expect(asked).toEqual(['2026-11-28', null]);
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(field.value).toBe('2026-01-02');
});
