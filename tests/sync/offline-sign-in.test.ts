import { describe, expect, it } from 'vitest';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { profileEndpoints } from '#contract/students/profiles.endpoints.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { readUser } from '#src/session/session-keys.ts';
import { readGrants } from '#src/sync/grants.ts';
import { credentialOwners, keepCredential } from '#src/sync/kept-credentials.ts';
import { rememberPassword, signInOffline } from '#src/sync/offline-sign-in.ts';
import { readPack } from '#src/sync/tablet-pack.ts';
import { hasVault } from '#src/sync/vault.ts';
import { type CardHolder, tabletsOfFile } from './offline-sign-in.support.ts';

const { world, greenfield, riverside, newChild, printCard, ownThingsOf, preparedTablet, replaceCards } =
  tabletsOfFile();

describe('a child at a prepared tablet without a network', () => {
  it('has its own page on a tablet that it never used, and sends what it did when the network is back', async () => {
    const child = await newChild();
    const tablet = await preparedTablet();
    const visit = await tablet.comeIn(child.username, child.badge);
    expect(await visit.profile()).toMatchObject({ id: child.id, first_name: 'Ida', about_me: null });
    await visit.make('seahorse', 'I collect labels');
    expect(await visit.profile()).toMatchObject({ avatar: 'seahorse', about_me: 'I collect labels' });
    await visit.sync();
    expect(visit.replica.status()).toMatchObject({ state: 'waiting_for_network', waiting: 2 });
    expect(readUser(tablet.storage)).toEqual(visit.user);

    tablet.network.cut = 'no';
    await visit.sync();
    await expect.poll(() => ownThingsOf(child)).toEqual({ avatar: 'seahorse', about_me: 'I collect labels' });
    expect(visit.replica.changes()).toEqual([]);
    expect(await visit.profile()).toMatchObject({ last_name: 'Alderwick', avatar: 'seahorse' });
    expect(readUser(tablet.storage)).toMatchObject({ id: child.id, last_name: 'Alderwick' });
    // With the grant there is no more need of what it came in with.
    await expect.poll(() => readGrants(tablet.environment)).toMatchObject([{ user_id: child.id }]);
    await expect.poll(() => credentialOwners(tablet.environment)).toEqual([]);
  });

  it('is told where its words would take the place of some that it could not see', async () => {
    const child = await newChild();
    const caller = await world.signIn(greenfield.host, child.username, child.password);
    await world.call(caller, profileEndpoints.writeAboutMe, { body: { about_me: 'I like cats' } });
    const tablet = await preparedTablet();
    const visit = await tablet.comeIn(child.username, child.badge);
    await visit.make('seahorse', 'I like dogs');
    tablet.network.cut = 'no';
    await visit.sync();
    expect(await ownThingsOf(child)).toEqual({ avatar: 'seahorse', about_me: 'I like cats' });
    expect(visit.replica.changes()).toMatchObject([{ state: 'refused' }]);
  });

  it('finds its changes again after it left and came back, still without a network', async () => {
    const child = await newChild();
    const tablet = await preparedTablet();
    const first = await tablet.comeIn(child.username, child.badge);
    await first.make('seahorse', 'I collect labels');
    await first.leave();
    const second = await tablet.comeIn(child.username, child.badge);
    expect(await second.profile()).toMatchObject({ avatar: 'seahorse', about_me: 'I collect labels' });
    tablet.network.cut = 'no';
    await second.sync();
    await expect.poll(() => ownThingsOf(child)).toMatchObject({ about_me: 'I collect labels' });
  });
});

describe('a child whom the school does not let in', () => {
  it.each([
    ['its card was replaced', replaceCards],
    [
      'it was archived',
      async ({ id }: CardHolder) => {
        const caller = await world.as(greenfield.teacher);
        await world.call(caller, studentEndpoints.archive, { body: { user_ids: [id] } });
      },
    ],
  ])('has its session ended where %s, and its work kept', async (_, change) => {
    const child = await newChild();
    const tablet = await preparedTablet();
    const visit = await tablet.comeIn(child.username, child.badge);
    await visit.make('seahorse', 'marmalade');
    await change(child);
    tablet.network.cut = 'no';
    await visit.sync();
    expect(tablet.ended).toEqual(['not_let_in']);
    expect(readUser(tablet.storage)).toBeNull();
    expect(await ownThingsOf(child)).toEqual({ avatar: null, about_me: null });
    expect(await tablet.unsent()).toEqual([child.id]);
    expect(await credentialOwners(tablet.environment)).toEqual([]);
  });

  it('is not let in by a password that is none any more, which opens nothing here from then on', async () => {
    const child = await newChild();
    const tablet = await preparedTablet();
    const session = await world.call({ host: greenfield.host, access: null }, identityEndpoints.signIn, {
      body: { username: child.username, password: child.password },
    });
    await rememberPassword(tablet.environment, session.user, child.password);
    const owner = { tenant_id: greenfield.tenant.id, user_id: child.id };
    // Another password now.
    await world.testDatabase.administrator.query(
      `update credentials set password_sealed = null, password_hash =
         (select password_hash from credentials where user_id = $2) where user_id = $1`,
      [child.id, greenfield.teacher.id],
    );
    const visit = await tablet.comeIn(child.username, child.password);
    await visit.make('seahorse', 'marmalade');
    expect(await hasVault(tablet.environment, owner)).toBe(true);
    tablet.network.cut = 'no';
    await visit.sync();
    expect(tablet.ended).toEqual(['not_let_in']);
    expect(await hasVault(tablet.environment, owner)).toBe(false);
    expect(await tablet.unsent()).toEqual([child.id]);
  });

  it('is one of another school, on the spot', async () => {
    const badge = await printCard(riverside.student.id, riverside);
    const tablet = await preparedTablet();
    const given = { username: riverside.student.username, password: badge };
    expect(await signInOffline(tablet.environment, greenfield.tenant.id, given)).toEqual({ kind: 'wrong' });
    expect(await signInOffline(tablet.environment, riverside.tenant.id, given)).toEqual({
      kind: 'not_prepared',
    });
  });

  it('is somebody else at school than on this tablet, and sends nothing as that one', async () => {
    const [ida, ben] = [await newChild('Ida'), await newChild('Ben')];
    const tablet = await preparedTablet();
    // The name on the card is unknown here; at school it is Ben’s, and so is the password that was kept.
    const visit = await tablet.comeIn('nobody-here-1', ida.badge);
    await visit.make('seahorse', 'marmalade');
    const owner = { tenant_id: greenfield.tenant.id, user_id: ida.id };
    await keepCredential(tablet.environment, owner, { username: ben.username, password: ben.badge });
    tablet.network.cut = 'no';
    await visit.sync();
    expect(tablet.ended).toEqual(['not_let_in']);
    expect(await ownThingsOf(ben)).toEqual({ avatar: null, about_me: null });
    expect(await tablet.unsent()).toEqual([ida.id]);
  });
});

describe('a password that was typed here before', () => {
  it('lets its child in by its picture in the picker, and the school as well when it is back', async () => {
    const child = await newChild();
    const tablet = await preparedTablet();
    const session = await world.call({ host: greenfield.host, access: null }, identityEndpoints.signIn, {
      body: { username: child.username, password: child.password },
    });
    await rememberPassword(tablet.environment, session.user, child.password);
    const kept = await readPack(tablet.environment, greenfield.tenant.id);
    const tile = kept?.pack.classes[0]?.students.find(({ id }) => id === child.id);
    const visit = await tablet.comeIn(tile?.handle ?? '', child.password);
    expect(visit.user).toMatchObject({ last_name: 'Alderwick', username: child.username });
    await visit.make('seahorse', 'marmalade');
    tablet.network.cut = 'no';
    await visit.sync();
    await expect.poll(() => ownThingsOf(child)).toEqual({ avatar: 'seahorse', about_me: 'marmalade' });
  });
});
