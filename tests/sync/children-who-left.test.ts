import { describe, expect, it } from 'vitest';
import { readUser } from '#src/session/session-keys.ts';
import { readGrants } from '#src/sync/grants.ts';
import { credentialOwners } from '#src/sync/kept-credentials.ts';
import { rawStorage } from '../support/raw-storage.ts';
import { settled } from '../support/sync-environment.ts';
import { tabletsOfFile } from './offline-sign-in.support.ts';

const { world, newChild, printCard, ownThingsOf, preparedTablet, replaceCards } = tabletsOfFile();

describe('children who left before the network was back', () => {
  it('have their work sent, each as its own, with nobody signed in', async () => {
    const [ida, ben] = [await newChild('Ida'), await newChild('Ben')];
    const tablet = await preparedTablet();
    const one = await tablet.comeIn(ida.username, ida.badge);
    await one.make('seahorse', 'marmalade');
    await one.leave();
    const other = await tablet.comeIn(ben.username, ben.badge);
    expect(await other.profile()).toMatchObject({ id: ben.id, about_me: null });
    await other.make('hedgehog', 'blackcurrant');
    await other.leave();
    const left = await rawStorage(tablet.device);
    for (const secret of ['marmalade', 'blackcurrant', 'seahorse', 'Alderwick', ida.badge, ben.badge])
      expect(left).not.toContain(secret);

    tablet.drainOthers();
    await settled();
    expect(await tablet.unsent()).toHaveLength(2);
    tablet.network.cut = 'no';
    await tablet.time.advance(60_000);
    await expect.poll(() => ownThingsOf(ida)).toEqual({ avatar: 'seahorse', about_me: 'marmalade' });
    await expect.poll(() => ownThingsOf(ben)).toEqual({ avatar: 'hedgehog', about_me: 'blackcurrant' });
    await expect.poll(() => tablet.unsent()).toEqual([]);
    expect(await credentialOwners(tablet.environment)).toEqual([]);
    const { rows } = await world.testDatabase.administrator.query(
      'select 1 from sessions where user_id = any($1) and revoked_at is null',
      [[ida.id, ben.id]],
    );
    expect(rows).toEqual([]);
  });

  it('have their work sent while the next child works, whose session it does not touch', async () => {
    const [ida, ben] = [await newChild('Ida'), await newChild('Ben')];
    const tablet = await preparedTablet();
    const one = await tablet.comeIn(ida.username, ida.badge);
    await one.make('seahorse', 'marmalade');
    await one.leave();
    const other = await tablet.comeIn(ben.username, ben.badge);
    tablet.network.cut = 'no';
    tablet.drainOthers(ben.id);
    await expect.poll(() => ownThingsOf(ida)).toEqual({ avatar: 'seahorse', about_me: 'marmalade' });
    await other.sync();
    expect(readUser(tablet.storage)?.id).toBe(ben.id);
    expect(await other.profile()).toMatchObject({ id: ben.id, about_me: null });
    expect(await ownThingsOf(ben)).toEqual({ avatar: null, about_me: null });
  });

  it('have nothing kept of them where they made nothing', async () => {
    const child = await newChild();
    const tablet = await preparedTablet();
    await (await tablet.comeIn(child.username, child.badge)).leave();
    tablet.drainOthers();
    await tablet.time.advance(3 * 60_000);
    await expect.poll(() => credentialOwners(tablet.environment)).toEqual([]);
    expect(await readGrants(tablet.environment)).toEqual([]);
  });

  it('have their work kept for them where the card was replaced meanwhile', async () => {
    const child = await newChild();
    const tablet = await preparedTablet();
    const visit = await tablet.comeIn(child.username, child.badge);
    await visit.make('seahorse', 'marmalade');
    await visit.leave();
    await replaceCards(child);
    tablet.network.cut = 'no';
    tablet.drainOthers();
    await expect.poll(() => credentialOwners(tablet.environment)).toEqual([]);
    await settled();
    expect(await ownThingsOf(child)).toEqual({ avatar: null, about_me: null });
    expect(await tablet.unsent()).toEqual([child.id]);

    // The child comes with the new card, and all is sent.
    const badge = await printCard(child.id);
    await tablet.prepare();
    const again = await tablet.comeIn(child.username, badge);
    tablet.network.cut = 'no';
    await again.sync();
    await expect.poll(() => ownThingsOf(child)).toMatchObject({ about_me: 'marmalade' });
  });
});
