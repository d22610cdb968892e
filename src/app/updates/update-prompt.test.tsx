import { act, screen } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import * as appUpdates from './app-updates.ts';
import { UpdatePrompt } from './update-prompt.tsx';

vi.mock(import('./app-updates.ts'), { spy: true });

const { useUpdateStore } = appUpdates;
const words = 'A new version is ready';

beforeEach(() => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
});

afterEach(() => {
  vi.restoreAllMocks();
  act(() => useUpdateStore.setState({ state: 'none' }));
});

function show(state: 'none' | 'waiting' | 'reload') {
  useUpdateStore.setState({ state });
  const replica = new FakeReplica();
  // Then nothing takes over by itself.
  replica.say({ busy: true, waiting: 1 });
  return renderScreen(<UpdatePrompt />, { replica });
}

describe('the prompt for a new version', () => {
  it('says nothing while there is none, in a place that is heard once there is one', () => {
    show('none');
    expect(screen.getByRole('status').textContent).toBe('');
    act(() => useUpdateStore.setState({ state: 'waiting' }));
    expect(screen.getByRole('status').textContent).toContain(words);
  });

  it('is put off by Later', async () => {
    const { user } = show('waiting');
    await user.click(screen.getByRole('button', { name: 'Later' }));
    expect(screen.queryByText(words)).toBeNull();
  });

  it('shows that it was heard', async () => {
    const { user } = show('waiting');
    const now = screen.getByRole('button', { name: 'Update now' });
    await user.click(now);
    expect(now.hasAttribute('data-loading')).toBe(true);
  });

  it('stays out of a page on which a sheet opens, which is a step in the history and no other page', async () => {
    const update = vi.mocked(appUpdates.update).mockResolvedValue();
    useUpdateStore.setState({ state: 'waiting' });
    const { user } = renderScreen(
      <>
        <UpdatePrompt />
        <Link to="/" state={{ sheet: 'draw' }}>
          Draw
        </Link>
        <Link to="/?step=check">Finish</Link>
      </>,
      { replica: new FakeReplica(), address: '/' },
    );
    await user.click(screen.getByRole('link', { name: 'Draw' }));
    expect(update).not.toHaveBeenCalledWith('navigation');
    await user.click(screen.getByRole('link', { name: 'Finish' }));
    expect(update).toHaveBeenCalledWith('navigation');
  });

  it('says why a tab with something typed still has the old one', () => {
    show('reload');
    expect(screen.getByText(/Another tab uses it already/u)).toBeTruthy();
  });
});
