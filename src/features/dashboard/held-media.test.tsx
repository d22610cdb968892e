import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { HeldMedia } from '#contract/writing/media-weeks.endpoints.ts';
import { NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { HeldMediaNotice } from './held-media.notice.tsx';

const zoe: HeldMedia = {
  student: { id: '018f0000-0000-7000-8000-000000000001', first_name: 'Zoë', last_name: 'Kay' },
  bytes: 41_000_000,
  pieces: 300,
  most_bytes: 300_000_000,
  most_pieces: 300,
};

/** A school in which pictures of some children wait, until one is allowed more. */
function schoolOf(held: HeldMedia[], failure: () => Error | null = () => null) {
  const asked: unknown[] = [];
  const api: ApiClient = {
    call: async (endpoint, input) => {
      const refused = failure();
      if (refused) throw refused;
      if ((endpoint as { name: string }).name === 'mediaWeeks.listHeld')
        return { count: held.length, next: null, results: [...held] } as never;
      asked.push(input);
      held.pop();
      return { is_changed: true } as never;
    },
  };
  return { api, asked };
}

describe('children who sent all that one may in a week', () => {
  it('stand with how much that was, and are allowed more', async () => {
    const { api, asked } = schoolOf([zoe]);
    const { user } = renderScreen(<HeldMediaNotice api={api} />);
    await screen.findByText(/300 of 300 pictures and recordings, 41 MB of 300 MB/u);
    await user.click(screen.getByRole('button', { name: 'Allow Zoë Kay more this week' }));
    await screen.findByText('Zoë can send more this week');
    expect(asked).toEqual([{ params: { studentId: zoe.student.id } }]);
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('stay where the school was not reached, which is said', async () => {
    let failure: Error | null = null;
    const { api, asked } = schoolOf([zoe], () => failure);
    const { user } = renderScreen(<HeldMediaNotice api={api} />);
    const allow = await screen.findByRole('button', { name: 'Allow Zoë Kay more this week' });
    failure = new NoNetworkError('away', false);
    await user.click(allow);
    await waitFor(() => expect(allow.hasAttribute('data-loading')).toBe(false));
    expect(asked).toEqual([]);
    expect(screen.getByText(/300 of 300/u)).toBeTruthy();
  });
});
