import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { parseNames } from '#contract/students/students.rules.ts';
import { makeClass, type MadeClass } from '#server/seeds/factories.ts';
import {
  addStudents,
  addStudentsInput,
  archiveStudents,
  archiveStudentsInput,
  moveStudents,
  moveStudentsInput,
  renameStudent,
  renameStudentInput,
  restoreStudents,
  updatePrivacy,
  updatePrivacyInBulk,
  updatePrivacyInBulkInput,
  updatePrivacyInput,
} from '#src/features/students/students.mutations.ts';
import { openApiWorld, type ApiWorld, type TestSchool } from '../support/api-world.ts';
import {
  isMadeInOffice,
  isShownNowhere,
  makeCall,
  openEffectScene,
  withoutServersOwn,
  type EffectScene,
} from '../support/effect-scene.ts';
import { queuedCalls, shownRows, signInOnDevice, type SignedInDevice } from '../support/sync-device.ts';
import { TestTime } from '../support/sync-environment.ts';

let world: ApiWorld;
let time: TestTime;
let greenfield: TestSchool;
let schoolClass: MadeClass;
let secondClass: MadeClass;
let scene: EffectScene;
let teacher: SignedInDevice;
let ids: readonly [string, string, string];

beforeAll(async () => {
  world = await openApiWorld();
  ({ greenfield } = world);
  time = new TestTime(world.clock.now().getTime());
});

beforeEach(async () => {
  scene = await openEffectScene(world, time, greenfield.teacher);
  ({ schoolClass, secondClass, ids, device: teacher } = scene);
});

afterEach(() => teacher.replica.close());
afterAll(() => world.close());

const shown = () => scene.shown();
const names = queuedCalls.map(({ endpoint }) => endpoint.name);

describe('what a device shows before the school has answered', () => {
  it.each(names.filter((name) => !isMadeInOffice(name)))(
    'of %s is what the school then says',
    async (name) => {
      const before = await shown();
      await makeCall(name, scene);
      const promised = await shown();
      if (isShownNowhere(name)) expect(promised).toEqual(before);
      else expect(promised).not.toEqual(before);

      teacher.network.cut = 'no';
      await teacher.sync();
      expect(teacher.replica.status()).toMatchObject({ state: 'all_sent', waiting: 0, refused: 0 });
      expect(withoutServersOwn(await shown())).toEqual(withoutServersOwn(promised));
    },
  );

  it('counts a class right through changes that build on each other', async () => {
    const counts = async () => {
      const [row] = (await shown()).classes;
      return [row?.no_of_students, row?.no_of_books];
    };
    const added = addStudentsInput(schoolClass.id, parseNames('Dee Hill'));
    await teacher.replica.enqueue(addStudents, added);
    expect(await counts()).toEqual([4, 1]);
    const [dee] = addStudents.creates?.(added) ?? [];
    await teacher.replica.enqueue(archiveStudents, archiveStudentsInput([dee ?? '', ids[1]]));
    expect(await counts()).toEqual([2, 0]);
    await teacher.replica.enqueue(restoreStudents, archiveStudentsInput([ids[1]]));
    expect(await counts()).toEqual([3, 1]);
    await teacher.replica.enqueue(archiveStudents, archiveStudentsInput([ids[0], ids[1]]));
    const promised = await counts();
    expect(promised).toEqual([1, 0]);

    teacher.network.cut = 'no';
    await teacher.sync();
    expect(teacher.replica.status()).toMatchObject({ state: 'all_sent' });
    expect(await counts()).toEqual(promised);
  });

  it('moves a child who was renamed just now, and counts and changes it in the class where it is then', async () => {
    const name = { first_name: 'Boris', last_name: 'Fern' };
    await teacher.replica.enqueue(renameStudent, renameStudentInput(ids[1], name));
    await teacher.replica.enqueue(moveStudents, moveStudentsInput([ids[1]], secondClass.id));
    await teacher.replica.enqueue(updatePrivacy, updatePrivacyInput(ids[1], 'community'));
    await teacher.replica.enqueue(archiveStudents, archiveStudentsInput([ids[1]]));
    const promised = await shown();
    expect(promised.students.at(-1)).toMatchObject({
      first_name: 'Boris',
      privacy_preference: 'community',
      stu_class: { id: secondClass.id, name: secondClass.name },
    });
    expect(promised.classes).toMatchObject([
      { no_of_students: 2, no_of_books: 0 },
      { no_of_students: 0, no_of_books: 0 },
    ]);
    await teacher.replica.enqueue(restoreStudents, archiveStudentsInput([ids[1]]));
    await teacher.replica.enqueue(moveStudents, moveStudentsInput([ids[1]], schoolClass.id));

    teacher.network.cut = 'no';
    await teacher.sync();
    expect(teacher.replica.status()).toMatchObject({ state: 'all_sent', refused: 0 });
    expect((await shown()).classes).toMatchObject([
      { no_of_students: 3, no_of_books: 1 },
      { no_of_students: 0, no_of_books: 0 },
    ]);
  });

  it('of a move is taken back as a whole where somebody else moved one of them, and says who it was', async () => {
    const third = await makeClass(world.context, greenfield.tenant, { teachers: [greenfield.teacher] });
    await teacher.replica.enqueue(moveStudents, moveStudentsInput([ids[0], ids[1]], secondClass.id));
    await world.call(await world.as(greenfield.schoolAdmin), studentEndpoints.move, {
      body: { user_ids: [ids[1]], school_class_id: third.id },
    });
    teacher.network.cut = 'no';
    await teacher.sync();
    expect(teacher.replica.changes()).toMatchObject([
      {
        text: `2 students moved to ${secondClass.name}`,
        state: 'refused',
        problem: { error: 'Somebody else moved Bo Fern in the meantime, so nobody was moved.' },
      },
    ]);
    expect((await shown()).students.map(({ first_name }) => first_name)).toEqual(['Ada', 'Cy']);
  });

  it('still counts what waits when the app was opened again and no student is in memory', async () => {
    await teacher.replica.enqueue(archiveStudents, archiveStudentsInput([ids[1]]));
    teacher.replica.close();
    teacher = await signInOnDevice(world, time, greenfield.teacher, teacher.device);
    teacher.network.cut = 'before';
    const classes = await shownRows(() => teacher.replica.readAll('classes'));
    expect(classes.find(({ id }) => id === schoolClass.id)).toMatchObject({
      no_of_students: 2,
      no_of_books: 0,
    });
  });

  it('of a wider privacy for many is taken back as a whole where somebody decided otherwise for one', async () => {
    await teacher.replica.enqueue(updatePrivacyInBulk, updatePrivacyInBulkInput(ids, 'public'));
    await world.call(await world.as(greenfield.schoolAdmin), studentEndpoints.updatePrivacy, {
      params: { id: ids[1] },
      body: { privacy_preference: 'community' },
    });
    teacher.network.cut = 'no';
    await teacher.sync();
    const preferences = async () => (await shown()).students.map((student) => student.privacy_preference);
    const [refused] = teacher.replica.changes();
    if (!refused) throw new Error('The refused change is gone');
    expect(refused).toMatchObject({
      text: '3 students set to public',
      state: 'refused',
      problem: {
        code: 'students.privacy_changed_elsewhere',
        details: { changed: { [ids[1]]: 'community' } },
      },
    });
    expect(await preferences()).toEqual(['private', 'community', 'private']);

    await teacher.replica.retry(refused.mutation_id);
    await teacher.sync();
    expect(teacher.replica.status()).toMatchObject({ state: 'all_sent', refused: 0 });
    expect(await preferences()).toEqual(['public', 'public', 'public']);
  });
});
