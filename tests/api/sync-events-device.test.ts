import { afterEach, describe, expect, it } from 'vitest';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { shownRows, signInOnDevice, until, type SignedInDevice } from '../support/sync-device.ts';
import { TestTime } from '../support/sync-environment.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield } = worldOfFile();
const devices: SignedInDevice[] = [];

afterEach(() => {
  for (const { replica } of devices.splice(0)) replica.close();
});

describe('a device that listens', () => {
  it('shows what a colleague changed, with no poll in between', async () => {
    const time = new TestTime();
    const device = await signInOnDevice(world, time, greenfield.teacher);
    devices.push(device);
    // Nobody looks, so that it does not poll: only a poke can wake it.
    device.tab.visible = false;
    const maple = scopeOf.schoolClass(greenfield.ownClass.id);
    device.replica.start();
    await until(() => device.replica.isPopulated() && !device.replica.status().busy, 'the first download');
    const child = greenfield.students[1]?.id ?? '';
    await shownRows(() => device.replica.read(maple, 'students'));
    const nameShown = () =>
      device.replica.read(maple, 'students').rows.find((row) => row.id === child)?.first_name;

    await world.call(await world.as(greenfield.schoolAdmin), studentEndpoints.rename, {
      params: { id: child },
      body: { first_name: 'Poked', last_name: 'Awake' },
    });
    // All of this is less than the minute after which a stream that nobody looks at is given up.
    for (let turn = 0; turn < 2000 && nameShown() !== 'Poked'; turn += 1) {
      await time.advance(20);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(nameShown()).toBe('Poked');
  });
});
