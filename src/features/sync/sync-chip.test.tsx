import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ChangeItem, SyncStatus } from '#src/sync/replica-status.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleChange } from '#tests/support/screen-samples.ts';
import { SyncChip } from './sync-chip.tsx';

const refused = sampleChange({
  text: '30 students added to Maple',
  state: 'refused',
  problem: { code: 'students.class_not_found', error: 'Class not found', errors: {}, request_id: '1' },
});

const conflict = sampleChange({
  state: 'refused',
  problem: {
    code: 'students.privacy_changed_elsewhere',
    error: 'Somebody else changed this privacy preference in the meantime.',
    errors: {},
    request_id: '1',
    details: { theirs: 'community', mine: 'public' },
  },
});

function showChip(status: Partial<SyncStatus> = {}, changes: readonly ChangeItem[] = []) {
  const replica = new FakeReplica();
  replica.say(status, changes);
  return renderScreen(<SyncChip />, { replica });
}

async function openChanges({ user }: ReturnType<typeof showChip>) {
  await user.click(screen.getByRole('button', { name: /Show changes$/u }));
  return await screen.findByRole('dialog', { name: 'Your changes' });
}

describe('the status chip', () => {
  it('says a new state politely', async () => {
    const { replica } = showChip();
    expect(screen.getByRole('status').textContent).toBe('All sent');
    act(() => replica.say({ state: 'waiting_for_network', waiting: 3 }));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('3 waiting, no network'));
    expect(screen.getByRole('button', { name: '3 waiting, no network. Show changes' })).toBeTruthy();
  });
});

describe('the list of changes', () => {
  it('says that nothing is waiting', async () => {
    const list = await openChanges(showChip());
    expect(within(list).getByText('Nothing is waiting: everything is saved at school.')).toBeTruthy();
  });

  it('tells what is waiting, and sends it on demand', async () => {
    const shown = showChip({ state: 'waiting_for_network', waiting: 1, reachable: false }, [sampleChange()]);
    const list = await openChanges(shown);
    expect(within(list).getByText('Zoë Fern set to public')).toBeTruthy();
    expect(within(list).getByText(/^waiting since /u)).toBeTruthy();
    await shown.user.click(within(list).getByRole('button', { name: 'Send now' }));
    expect(shown.replica.syncs).toBe(1);
  });

  it('leaves out what is nobody’s work and waits', async () => {
    const seen = sampleChange({ text: 'A guided tour marked as seen', is_quiet: true });
    const list = await openChanges(showChip({}, [seen]));
    expect(within(list).getByText('Nothing is waiting: everything is saved at school.')).toBeTruthy();
  });

  it('leaves out what is saved at school already', async () => {
    const list = await openChanges(showChip({}, [sampleChange({ state: 'applied' })]));
    expect(within(list).getByText('Nothing is waiting: everything is saved at school.')).toBeTruthy();
  });

  it('gives the reason of a refusal and tries again', async () => {
    const shown = showChip({ state: 'needs_you', refused: 1 }, [refused]);
    const list = await openChanges(shown);
    expect(within(list).getByText('Class not found')).toBeTruthy();
    await shown.user.click(within(list).getByRole('button', { name: 'Retry' }));
    expect(shown.replica.retried).toEqual([refused.mutation_id]);
  });

  it('tells what a teacher decided until its owner has read it', async () => {
    const answered = sampleChange({ state: 'dismissed' });
    const shown = showChip({ state: 'looked_at' }, [answered]);
    const list = await openChanges(shown);
    expect(within(list).getByText('a teacher has looked at it and decided against it')).toBeTruthy();
    await shown.user.click(within(list).getByRole('button', { name: 'Understood' }));
    await waitFor(() => expect(shown.replica.discarded).toEqual([answered.mutation_id]));
  });

  it('discards a change only after asking', async () => {
    const shown = showChip({ state: 'needs_you', refused: 1 }, [refused]);
    const list = await openChanges(shown);
    await shown.user.click(within(list).getByRole('button', { name: 'Discard' }));
    const question = await screen.findByRole('dialog', { name: 'Discard this change?' });
    expect(shown.replica.discarded).toEqual([]);
    await shown.user.click(within(question).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(shown.replica.discarded).toEqual([refused.mutation_id]));
  });

  it('asks whose change holds where two people changed the same thing', async () => {
    const shown = showChip({ state: 'needs_you', refused: 1 }, [conflict]);
    const list = await openChanges(shown);
    expect(within(list).getByText('community')).toBeTruthy();
    await shown.user.click(within(list).getByRole('button', { name: 'Use mine' }));
    expect(shown.replica.retried).toEqual([conflict.mutation_id]);
    await shown.user.click(within(list).getByRole('button', { name: 'Keep theirs' }));
    const question = await screen.findByRole('dialog', { name: 'Keep theirs?' });
    await shown.user.click(within(question).getByRole('button', { name: 'Keep theirs' }));
    await waitFor(() => expect(shown.replica.discarded).toEqual([conflict.mutation_id]));
  });
});
