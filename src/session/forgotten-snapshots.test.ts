import { describe, expect, it, vi } from 'vitest';
import { memoryStorage } from './device-storage.ts';
import { forgetLater, forgetSnapshots, hasToForget, type Owner } from './forgotten-snapshots.ts';

function person(number: string): Owner {
  return {
    id: `01985b4e-0000-7000-8000-00000000000${number}`,
    tenant_id: '01985b4e-0000-7000-8000-0000000000aa',
  };
}

describe('what is left on the device after signing out', () => {
  it('is deleted once, for everyone who left', async () => {
    const storage = memoryStorage();
    forgetLater(storage, person('1'));
    forgetLater(storage, person('2'));
    forgetLater(storage, person('1'));
    const forgotten: string[] = [];
    await forgetSnapshots(storage, async ({ id }) => void forgotten.push(id));
    expect(forgotten).toEqual([person('2').id, person('1').id]);
    expect(hasToForget(storage)).toBe(false);
  });

  it('stays noted when the app is killed before it is deleted', async () => {
    const storage = memoryStorage();
    forgetLater(storage, person('1'));
    await expect(forgetSnapshots(storage, () => Promise.reject(new Error('killed')))).rejects.toThrow(
      'Not everything could be forgotten',
    );
    expect(hasToForget(storage)).toBe(true);
  });

  it('goes for the others where it cannot be deleted for one, and stays noted for that one', async () => {
    const storage = memoryStorage();
    forgetLater(storage, person('1'));
    forgetLater(storage, person('2'));
    const forgotten: string[] = [];
    const forget = forgetSnapshots(storage, async ({ id }) => {
      if (id === person('1').id) throw new Error('It does not open');
      forgotten.push(id);
    });
    await expect(forget).rejects.toThrow('Not everything could be forgotten');
    expect(forgotten).toEqual([person('2').id]);
    expect(hasToForget(storage)).toBe(true);
  });

  it("is noted without anybody's name", () => {
    const storage = memoryStorage();
    const setItem = vi.spyOn(storage, 'setItem');
    forgetLater(storage, { ...person('1'), first_name: 'Rosa' } as Owner);
    expect(setItem).toHaveBeenCalledWith('snapshotsToForget', JSON.stringify([person('1')]));
  });

  it('takes a note that makes no sense for none', async () => {
    const storage = memoryStorage();
    storage.setItem('snapshotsToForget', '{');
    const forgotten: string[] = [];
    await forgetSnapshots(storage, async ({ id }) => void forgotten.push(id));
    expect(forgotten).toEqual([]);
  });
});
