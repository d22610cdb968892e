import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { DeviceFacts } from '#src/sync/device-watch.ts';
import { FakeDevice } from '#tests/support/fake-device.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { ThisTablet } from './this-tablet.tsx';
import { WipeNotice } from './wipe-notice.tsx';

function showTablet(facts: Partial<DeviceFacts> = {}) {
  return renderScreen(<ThisTablet />, { replica: new FakeReplica(), device: new FakeDevice(facts) });
}

describe('this tablet', () => {
  it('is safe to put away when nobody’s changes wait on it', () => {
    showTablet();
    expect(screen.getByText('Safe to put away')).toBeTruthy();
    expect(screen.getByText('The browser keeps what is saved here.')).toBeTruthy();
    expect(screen.getByText('2.4 GB free for this app.')).toBeTruthy();
  });

  it('is not while something waits, be it one’s own or another’s', () => {
    const { replica } = showTablet({ unsent_of_others: 2, others: 1 });
    expect(screen.getByText('Not yet: 2 changes not sent')).toBeTruthy();
    expect(screen.getByText(/^2 of them are somebody else’s/u)).toBeTruthy();
    act(() => replica.say({ waiting: 1, refused: 1 }));
    expect(screen.getByText('Not yet: 4 changes not sent')).toBeTruthy();
  });

  it('says where the browser may clear what is saved, and nothing of what it does not tell', () => {
    showTablet({ storage_persisted: false, free_bytes: null });
    expect(screen.getByText(/^The browser may clear what is saved here/u)).toBeTruthy();
    expect(screen.queryByText(/free for this app/u)).toBeNull();
  });

  it('is left out as long as nothing is known', () => {
    renderScreen(<ThisTablet />);
    expect(screen.queryByText('This tablet')).toBeNull();
  });
});

describe('a storage that was cleared', () => {
  it.each([
    [0, /so no work is lost/u],
    [1, /1 change that had not been sent before is lost/u],
    [3, /3 changes that had not been sent before are lost/u],
  ])('is told once, with what it took: %s', async (lost, words) => {
    const device = new FakeDevice({ wipe: { kind: 'cleared', lost, told: false, reported: false } });
    const { user } = renderScreen(<WipeNotice />, { device });
    expect(await screen.findByText(words)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Understood' }));
    expect(device.read).toBe(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is told otherwise where an older copy of it came back', async () => {
    const wipe = { kind: 'older_copy', lost: 0, told: false, reported: false } as const;
    const { user } = renderScreen(<WipeNotice />, { device: new FakeDevice({ wipe }) });
    expect(await screen.findByRole('dialog', { name: /has gone back to an earlier time$/u })).toBeTruthy();
    expect(screen.getByText(/is an older copy/u)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Understood' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is not told where nothing was cleared', () => {
    renderScreen(<WipeNotice />, { device: new FakeDevice() });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
