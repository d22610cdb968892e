import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { AnswerMissing } from './answer-missing.tsx';

const words = { failed: 'The list could not be fetched', unreachable: 'The list comes later.' };

function show(
  more: Pick<Parameters<typeof AnswerMissing>[0], 'isGone'> & { way?: { to: string; label: string } },
) {
  const onRetry = vi.fn();
  return {
    onRetry,
    ...renderScreen(<AnswerMissing status="failed" busy={false} {...words} {...more} onRetry={onRetry} />),
  };
}

describe('an answer that is missing', () => {
  it('is asked for again where the school could not give it', async () => {
    const { onRetry, user } = show({ isGone: false });
    expect(screen.getByText('The list could not be fetched')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  it.each([
    [undefined, 'Back to the start', '/'],
    [{ to: '/list', label: 'See all of them' }, 'See all of them', '/list'],
  ])('leads somewhere else where there is no such thing', (way, label, to) => {
    show({ isGone: true, ...(way && { way }) });
    expect(screen.getByRole('alert').textContent).toContain('This is not here');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.getByRole('link', { name: label }).getAttribute('href')).toBe(to);
  });
});
