import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '#contract/identity/identity.schema.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import {
  chooseAvatar,
  chooseAvatarInput,
  writeAboutMe,
  writeAboutMeInput,
} from '#src/features/profiles/profiles.mutations.ts';
import { ourShapes } from '#tests/support/our-shapes.ts';
import { queuedCalls, shownRows } from '#tests/support/sync-device.ts';
import { openTab, settled, TestDevice, TestTime } from '#tests/support/sync-environment.ts';
import { ids, ScriptedServer } from '#tests/support/sync-scripted-server.ts';
import { NoNetworkError } from './api-client.ts';
import { openReplica } from './open-replica.ts';
import type { Replica } from './replica.ts';

const zoe: Profile = {
  id: ids.zoe,
  tenant_id: ids.tenant,
  first_name: 'Zoë',
  last_name: 'F',
  email: null,
  username: 'zoe-otter-42',
  role: 'student',
  country: null,
  avatar: 'otter',
  about_me: null,
  tutorials: [],
};
const own = scopeOf.user(ids.zoe);

let device: TestDevice;
let time: TestTime;
let server: ScriptedServer;
let opened: Replica[];

beforeEach(() => {
  device = new TestDevice();
  time = new TestTime();
  server = new ScriptedServer();
  server.failures = Array.from({ length: 50 }, () => new NoNetworkError('cut', false));
  opened = [];
});

afterEach(() => {
  for (const replica of opened) replica.close();
});

async function open(standIn: Profile | null = zoe): Promise<Replica> {
  const replica = await openReplica({
    environment: openTab(device, time).environment,
    api: server,
    user: zoe,
    standIn,
    definitions: queuedCalls,
    onFailure: (error) => {
      throw error;
    },
  });
  opened.push(replica);
  return replica;
}

const shown = async (replica: Replica) => (await shownRows(() => replica.read(own, 'profile')))[0];

/** The school answers, and knows the child by its whole name. */
function comeBack(): void {
  server.failures = [];
  server.pages = [
    {
      reset: true,
      drop_scopes: [],
      scopes: [
        {
          scope: own,
          version: 3,
          replace: true,
          tables: { profile: { rows: [{ ...zoe, last_name: 'Fernandez', avatar: 'owl' }], removed: [] } },
        },
      ],
      confirmed_seq: 0,
      cursor: { epoch: ids.epoch, ...ourShapes, scopes: { [own]: 3 } },
      more: false,
    },
  ];
}

describe('the own page of somebody who never was on this tablet', () => {
  it('shows what the tablet knows, with what they change of it, over a reload and in another tab', async () => {
    const replica = await open();
    expect(await shown(replica)).toEqual(zoe);
    const second = await open();
    second.start();
    expect(await shown(second)).toEqual(zoe);
    await replica.enqueue(chooseAvatar, chooseAvatarInput('owl'));
    await replica.enqueue(writeAboutMe, writeAboutMeInput('I like owls'));
    await settled();
    const changed = { ...zoe, avatar: 'owl', about_me: 'I like owls' };
    expect(await shown(replica)).toEqual(changed);
    expect(await shown(second)).toEqual(changed);
    expect(await shown(await open())).toEqual(changed);
  });

  it('is compared with as it was shown, so that nothing is written over unseen', async () => {
    const replica = await open();
    await shown(replica);
    await replica.enqueue(writeAboutMe, writeAboutMeInput('I like owls'));
    server.failures = [];
    replica.syncNow();
    await settled();
    expect(server.pushes.at(-1)?.calls).toMatchObject([{ base: { about_me: null } }]);
  });

  it('is the school’s from the first pull on, and nothing of it was ever stored', async () => {
    const replica = await open();
    expect(await shown(replica)).toEqual(zoe);
    const without = await open(null);
    expect(await shown(without)).toBeUndefined();
    comeBack();
    replica.syncNow();
    await settled();
    expect(await shown(replica)).toMatchObject({ last_name: 'Fernandez', avatar: 'owl' });
    expect(await shown(await open())).toMatchObject({ last_name: 'Fernandez' });
  });

  it('is not theirs where it is another’s', async () => {
    const replica = await open({ ...zoe, id: ids.max });
    expect(await shown(replica)).toBeUndefined();
  });
});
