import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseNames } from '#contract/students/students.rules.ts';
import type { MadeClass } from '#server/seeds/factories.ts';
import {
  archiveClass,
  classInput,
  createClass,
  createClassInput,
  renameClass,
  renameClassInput,
  restoreClass,
} from '#src/features/classes/classes.mutations.ts';
import { addStudents, addStudentsInput } from '#src/features/students/students.mutations.ts';
import { openApiWorld, type ApiWorld, type TestSchool } from '../support/api-world.ts';
import {
  isMadeInOffice,
  makeCall,
  openEffectScene,
  shownInOffice,
  withoutServersOwn,
  type EffectScene,
} from '../support/effect-scene.ts';
import { queuedCalls, signInOnDevice, type SignedInDevice } from '../support/sync-device.ts';
import { TestTime } from '../support/sync-environment.ts';

let world: ApiWorld;
let time: TestTime;
let greenfield: TestSchool;
let schoolClass: MadeClass;
let scene: EffectScene;
let office: SignedInDevice;

beforeAll(async () => {
  world = await openApiWorld();
  ({ greenfield } = world);
  time = new TestTime(world.clock.now().getTime());
});

beforeEach(async () => {
  scene = await openEffectScene(world, time, greenfield.schoolAdmin);
  ({ schoolClass, device: office } = scene);
});

afterEach(() => office.replica.close());
afterAll(() => world.close());

const names = queuedCalls.map(({ endpoint }) => endpoint.name);

describe('what a device in the office shows before the school has answered', () => {
  async function isWhatSchoolSays() {
    const promised = await shownInOffice(office);
    office.network.cut = 'no';
    await office.sync();
    expect(office.replica.status()).toMatchObject({ state: 'all_sent', waiting: 0, refused: 0 });
    expect(withoutServersOwn(await shownInOffice(office))).toEqual(withoutServersOwn(promised));
    return promised;
  }

  it.each(names.filter(isMadeInOffice))('of %s is what the school then says', async (name) => {
    const before = await shownInOffice(office);
    await makeCall(name, scene);
    expect(await isWhatSchoolSays()).not.toEqual(before);
  });

  it('has the children of a class that was made without a network, also after the app was opened again', async () => {
    const made = createClassInput({ name: 'Elm', class_theme: '#2a8c94' });
    await office.replica.enqueue(createClass, made);
    await office.replica.enqueue(addStudents, addStudentsInput(made.body.id, parseNames('Dee Hill')));
    await office.replica.enqueue(renameClass, renameClassInput(made.body.id, 'Elder'));
    office.replica.close();
    office = await signInOnDevice(world, time, greenfield.schoolAdmin, office.device);
    office.network.cut = 'before';
    const { classes, students } = await isWhatSchoolSays();
    expect(classes.find(({ id }) => id === made.body.id)).toMatchObject({
      name: 'Elder',
      class_id: null,
      no_of_students: 1,
    });
    expect(students.find(({ first_name }) => first_name === 'Dee')).toMatchObject({
      stu_class: { id: made.body.id, name: 'Elder', class_id: null },
    });
  });

  it('of an archived class is that it is archived, and that nobody is in it; who comes back the school says', async () => {
    await office.replica.enqueue(archiveClass, classInput(schoolClass.id));
    await isWhatSchoolSays();
    office.network.cut = 'before';
    await office.replica.enqueue(restoreClass, classInput(schoolClass.id));
    const { classes } = await shownInOffice(office);
    expect(classes.find(({ id }) => id === schoolClass.id)).toMatchObject({
      archived_at: null,
      no_of_students: 3,
    });
    // Who is added to it meanwhile is there at once, though the device has nothing of the class but itself.
    await office.replica.enqueue(addStudents, addStudentsInput(schoolClass.id, parseNames('Dee Hill')));
    const meanwhile = await shownInOffice(office);
    expect(meanwhile.students.map(({ first_name }) => first_name)).toContain('Dee');
    office.network.cut = 'no';
    await office.sync();
    const { students } = await shownInOffice(office);
    expect(students.filter(({ stu_class }) => stu_class?.id === schoolClass.id)).toHaveLength(4);
  });

  it('of a class whose making was refused is nothing, and its children wait with it', async () => {
    const made = createClassInput({ name: 'Elm', class_theme: '#2a8c94' });
    // Somebody else of the school has the id: it cannot happen by itself, and shows what a refusal does.
    await makeClassWithId(made.body.id);
    await office.replica.enqueue(createClass, made);
    await office.replica.enqueue(addStudents, addStudentsInput(made.body.id, parseNames('Nobody Yet')));
    office.network.cut = 'no';
    await office.sync();
    expect(office.replica.changes()).toMatchObject([
      { text: 'Class Elm made', state: 'refused', builds_on_it: 1 },
      { state: 'held' },
    ]);
    const { classes, students } = await shownInOffice(office);
    expect(classes.find(({ id }) => id === made.body.id)).toMatchObject({ name: 'Taken' });
    expect(students.some(({ first_name }) => first_name === 'Nobody')).toBe(false);
  });
});

async function makeClassWithId(id: string): Promise<void> {
  await world.testDatabase.administrator.query(
    `insert into school_classes (tenant_id, id, class_id, name, class_theme) values ($1, $2, $3, 'Taken', '#4180ca')`,
    [greenfield.tenant.id, id, id.slice(-8).toUpperCase()],
  );
}
