import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { useTenantName } from './use-tenant-name.ts';

function Title({ api }: { api: ApiClient }) {
  const { name, reload } = useTenantName('1', api);
  return (
    <button type="button" onClick={reload}>
      {name ?? 'School or organization'}
    </button>
  );
}

describe('the title over a school', () => {
  it('is its name, also once it was renamed', async () => {
    let school_name = 'Greenfield';
    const api: ApiClient = { call: async () => ({ school_name }) as never };
    const { user } = renderScreen(<Title api={api} />);
    school_name = 'Greenfield Primary';
    await user.click(await screen.findByRole('button', { name: 'Greenfield' }));
    expect(await screen.findByRole('button', { name: 'Greenfield Primary' })).toBeTruthy();
  });

  it('says what the page is of, where the name cannot be had', async () => {
    const api: ApiClient = { call: () => Promise.reject(new NoNetworkError('none', false)) };
    renderScreen(<Title api={api} />);
    expect(await screen.findByRole('button', { name: 'School or organization' })).toBeTruthy();
  });
});
