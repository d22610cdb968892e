import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { AreaFrame } from '#src/areas/area-frame.tsx';
import { teacherPages } from '#src/areas/office/teacher.pages.tsx';
import { menuOf } from '#src/areas/page-table.tsx';
import { apiClient } from '#src/session/api.ts';
import { NoNetworkError } from '#src/sync/api-client.ts';
import { PageBoundary } from '#src/ui/page-boundary.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { drawInBoundary } from './error-boundary.tsx';

afterEach(() => vi.restoreAllMocks());

it('says inside of the area that a page was never fetched, and leaves its menu', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(apiClient, 'call').mockRejectedValue(new NoNetworkError('cut', false));
  const Page = () => {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/page.js');
  };
  renderScreen(
    <PageBoundary value={drawInBoundary}>
      <AreaFrame label="Teacher" {...menuOf(teacherPages)}>
        <Page />
      </AreaFrame>
    </PageBoundary>,
    { address: '/dashboard' },
  );
  expect(await screen.findByText(/^This page is not on this device yet/u)).toBeTruthy();
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Classes');
});
