import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { NoNetworkError } from '#src/sync/api-client.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { useAnswer } from './use-answer.ts';

afterEach(() => vi.useRealTimers());

const load = vi.fn<() => Promise<string>>();

function Page() {
  const { status, value } = useAnswer(load);
  return <p>{value ?? status}</p>;
}

const noAnswer = () => Promise.reject(new NoNetworkError('none', false));

it('asks by itself as soon as the school answers again, which no event of the browser says', async () => {
  load.mockReset().mockImplementation(noAnswer);
  const replica = new FakeReplica();
  replica.say({ reachable: false });
  renderScreen(<Page />, { replica });
  await screen.findByText('unreachable');
  expect(load).toHaveBeenCalledOnce();
  load.mockResolvedValue('three causes');
  act(() => replica.say({ reachable: true }));
  await screen.findByText('three causes');
});

it('looks now and then where nothing says that the school is back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  load.mockReset().mockImplementation(noAnswer);
  renderScreen(<Page />, { replica: null });
  await screen.findByText('unreachable');
  // Each within half and one and a half of its pause, so that not all tablets ask at once.
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  await act(() => vi.advanceTimersByTimeAsync(9_000));
  expect(load).toHaveBeenCalledTimes(2);
  load.mockResolvedValue('three causes');
  await act(() => vi.advanceTimersByTimeAsync(21_000));
  await screen.findByText('three causes');
});
