import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { SampleUsersScreen } from './sample-users.screen.tsx';
import { sampleUsers } from './sample-users.ts';

const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);

describe('the table with sample data', () => {
  it('says that nobody in it exists', () => {
    renderScreen(<SampleUsersScreen />);
    expect(screen.getByText('Sample data')).toBeTruthy();
    expect(names()).toHaveLength(10);
  });

  it('has every role and both states, and addresses that are nobody’s', () => {
    expect(new Set(sampleUsers.map(({ role }) => role))).toEqual(
      new Set(['Teacher', 'Student', 'Admin', 'Parent']),
    );
    expect(new Set(sampleUsers.map(({ status }) => status))).toEqual(new Set(['active', 'inactive']));
    expect(sampleUsers.filter(({ email }) => !/^[a-z.]+@example\.org$/u.test(email))).toEqual([]);
    expect(new Set(sampleUsers.map(({ email }) => email)).size).toBe(sampleUsers.length);
  });

  it('is searched, sorted and turned by page in the address', async () => {
    const { user } = renderScreen(<SampleUsersScreen />, { address: '/new-table?sort=-name' });
    expect(names()[0]).toBe('Zoë Fern');
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await untilAddressIs('/new-table?sort=-name&page=2');
    await user.type(screen.getByRole('searchbox', { name: 'Search the sample' }), 'zoe{Enter}');
    expect(names()).toEqual(['Zoë Fern']);
    await user.type(screen.getByRole('searchbox', { name: 'Search the sample' }), 'xx{Enter}');
    await user.click(screen.getByText('Clear search'));
    expect(names()).toHaveLength(10);
  });
});
