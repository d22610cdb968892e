import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limits } from '#contract/kit/limits.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { DashboardSwitch } from './dashboard-switch.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const address = () => screen.getByLabelText('Address').textContent;

describe('changing to another dashboard', () => {
  it('covers the page for a second, takes the keys away from it, and then is there', async () => {
    const done = vi.fn();
    renderScreen(
      <DashboardSwitch dashboard={{ label: 'Admin Dashboard', to: '/admin-school' }} onDone={done} />,
      { address: '/dashboard' },
    );
    const overlay = screen.getByRole('status');
    expect(overlay.textContent).toBe('Switching DashboardAdmin Dashboard');
    expect(document.activeElement).toBe(overlay);
    await act(() => vi.advanceTimersByTimeAsync(limits.dashboardSwitchDelay - 1));
    expect([address(), done.mock.calls.length]).toEqual(['/dashboard', 0]);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect([address(), done.mock.calls.length]).toEqual(['/admin-school', 1]);
  });
});
