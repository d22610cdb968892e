import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { scopeOf, tableVersions } from '#contract/sync/sync.schema.ts';
import { documentOf } from '#contract/works/document.rules.ts';
import type { OwnChapter } from '#contract/writing/own-rows.schema.ts';
import { saveChapter, saveChapterInput } from '#src/desk/writing.mutations.ts';
import { rawStorage } from '#tests/support/raw-storage.ts';
import { sampleOwnWork } from '#tests/support/screen-samples.ts';
import { ScriptedReplicas, sync } from '#tests/support/scripted-replicas.ts';
import { shownRows } from '#tests/support/sync-device.ts';
import { settled } from '#tests/support/sync-environment.ts';
import { ids } from '#tests/support/sync-scripted-server.ts';
import { ourShapes } from '#tests/support/our-shapes.ts';
import { NoNetworkError } from './api-client.ts';
import type { Replica } from './replica.ts';

const own = scopeOf.user(ids.teacher);
const kite = sampleOwnWork({ id: uuidv7(), title: 'The kite' });
const boat = sampleOwnWork({ id: uuidv7(), title: 'The boat' });
const chapterOf = (work_id: string, place: number, text: string): OwnChapter => ({
  id: uuidv7(),
  work_id,
  place,
  title: '',
  document: documentOf(text),
  version: uuidv7(),
  others: [],
});
const first = chapterOf(kite.id, 0, 'It flew over the church');
const second = chapterOf(kite.id, 1, 'It came down in the sea');
const other = chapterOf(boat.id, 0, 'The boat sank');

let replicas: ScriptedReplicas;
let server: ScriptedReplicas['server'];
let open: ScriptedReplicas['open'];

beforeEach(() => {
  replicas = new ScriptedReplicas();
  ({ server, open } = replicas);
});

afterEach(() => replicas.close());

function beAway(): void {
  server.failures = Array.from({ length: 99 }, () => new NoNetworkError('cut', false));
}

/** Signs out with an unsent change of one of two stories that the school has. */
async function leave(): Promise<void> {
  const replica = await open();
  server.pages = [
    replicas.page({
      reset: true,
      scopes: [
        {
          scope: own,
          version: 3,
          replace: true,
          tables: {
            works: { rows: [kite, boat], removed: [] },
            chapters: { rows: [first, second, other], removed: [] },
          },
        },
      ],
      cursor: { epoch: ids.epoch, ...ourShapes, scopes: { [own]: 3 } },
    }),
  ];
  await sync(replica);
  beAway();
  await write(replica, first, 'It flew over the moon');
  await sync(replica);
  await signOut(replica);
}

const write = (replica: Replica, chapter: OwnChapter, text: string) =>
  replica.enqueue(
    saveChapter,
    saveChapterInput(chapter, { title: '', document: documentOf(text), based_on: chapter.version }),
  );

async function signOut(replica: Replica): Promise<void> {
  await replica.forgetSnapshot();
  replica.close();
}

const titles = async (replica: Replica) =>
  (await shownRows(() => replica.read(own, 'works'))).map(({ title }) => title);

async function texts(replica: Replica): Promise<string[]> {
  const rows = await shownRows(() => replica.read(own, 'chapters'));
  return rows.map(({ document }) => JSON.stringify(document));
}

describe('a story with a change that waits, of somebody who signed out', () => {
  it('is there when they come back without a network, with the change and whole', async () => {
    await leave();
    const again = await open();
    expect(await titles(again)).toEqual(['The kite']);
    expect(await texts(again)).toEqual([
      expect.stringContaining('over the moon'),
      expect.stringContaining('in the sea'),
    ]);
    expect(again.isPopulated('works')).toBe(false);
  });

  it('cannot be read in the raw storage, and what no change waits for is not kept', async () => {
    await leave();
    const raw = await rawStorage(replicas.device);
    expect(raw).toContain('"left"');
    expect(raw).not.toContain('over the moon');
    expect(raw).not.toContain('in the sea');
    expect(await texts(await open())).not.toContainEqual(expect.stringContaining('The boat sank'));
  });

  it('stays over any number of times that they come and go, with what they write then', async () => {
    await leave();
    const again = await open();
    await texts(again);
    await write(again, second, 'It came down on the beach');
    await signOut(again);
    expect(await texts(await open())).toEqual([
      expect.stringContaining('over the moon'),
      expect.stringContaining('on the beach'),
    ]);
  });

  it('gives way to what the school has, at the first answer', async () => {
    await leave();
    const again = await open();
    await titles(again);
    server.failures = [];
    await sync(again);
    expect(await rawStorage(replicas.device)).not.toContain('"left"');
    beAway();
    await signOut(again);
    await settled();
    const later = await open();
    expect(await titles(later)).toEqual([]);
  });

  it('comes with the next pull where an update changed the shape of its rows', async () => {
    await leave();
    tableVersions.chapters += 1;
    onTestFinished(() => {
      tableVersions.chapters -= 1;
    });
    expect(await titles(await open())).toEqual([]);
  });

  it('is not kept where nothing waits', async () => {
    await leave();
    const again = await open();
    server.failures = [];
    await sync(again);
    await signOut(again);
    expect(await rawStorage(replicas.device)).not.toContain('"left"');
  });
});
