import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullName, parseNames } from '#contract/students/students.rules.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import {
  addStudents,
  addStudentsInput,
  renameStudent,
  renameStudentInput,
  updatePrivacy,
  updatePrivacyInput,
} from '#src/features/students/students.mutations.ts';
import { openApiWorld, type ApiWorld, type TestSchool } from '../support/api-world.ts';
import { storedScopes } from '../support/stored-replica.ts';
import { shownRows, signInOnDevice, type SignedInDevice } from '../support/sync-device.ts';
import { TestTime } from '../support/sync-environment.ts';

let world: ApiWorld;
let time: TestTime;
let greenfield: TestSchool;

beforeAll(async () => {
  world = await openApiWorld();
  ({ greenfield } = world);
  time = new TestTime(world.clock.now().getTime());
});

afterAll(() => world.close());

function studentsOf(
  { replica }: SignedInDevice,
  classId = greenfield.ownClass.id,
): Promise<readonly Student[]> {
  return shownRows(() => replica.read(scopeOf.schoolClass(classId), 'students'));
}

async function namesOnServer(classId: string): Promise<string[]> {
  const { rows } = await world.testDatabase.administrator.query<{ name: string }>(
    `select trim(first_name || ' ' || last_name) as name from enrollments
       join users on users.id = enrollments.student_id and users.tenant_id = enrollments.tenant_id
     where school_class_id = $1 and ended_at is null order by position`,
    [classId],
  );
  return rows.map((row) => row.name);
}

describe('the road between a tablet and the school', () => {
  it('brings a teacher the own classes and nothing of the other class or the other school', async () => {
    const teacher = await signInOnDevice(world, time, greenfield.teacher);
    expect(teacher.replica.isPopulated()).toBe(false);
    await teacher.sync();
    expect(teacher.replica.isPopulated()).toBe(true);
    const classes = await shownRows(() => teacher.replica.readAll('classes'));
    expect(classes.map((each) => each.id)).toEqual([greenfield.ownClass.id]);
    const students = await shownRows(() => teacher.replica.readAll('students'));
    expect(students.map((each) => each.id)).toEqual(greenfield.students.map((each) => each.id));
    teacher.replica.close();
  });

  it('sends what was done without a network, once and in order, when the network is back', async () => {
    const teacher = await signInOnDevice(world, time, greenfield.teacher);
    await teacher.sync();
    const [first] = await studentsOf(teacher);
    if (!first) throw new Error('The class is empty');
    teacher.network.cut = 'before';
    await teacher.replica.enqueue(
      addStudents,
      addStudentsInput(greenfield.ownClass.id, parseNames('Inés Ruiz, 小明 王\nAda')),
    );
    await teacher.replica.enqueue(updatePrivacy, updatePrivacyInput(first.id, 'community'));
    await teacher.replica.enqueue(
      renameStudent,
      renameStudentInput(first.id, { first_name: 'Zoë', last_name: 'Fern-Hill' }),
    );
    const shown = await studentsOf(teacher);
    expect(shown.slice(-3).map(fullName)).toEqual(['Inés Ruiz', '小明 王', 'Ada']);
    expect(shown[0]).toMatchObject({ last_name: 'Fern-Hill', privacy_preference: 'community' });
    await teacher.sync();
    expect(teacher.replica.status()).toMatchObject({
      state: 'waiting_for_network',
      waiting: 3,
      reachable: false,
    });
    expect(await namesOnServer(greenfield.ownClass.id)).not.toContain('Ada');

    teacher.network.cut = 'no';
    await teacher.sync();
    expect(teacher.replica.status()).toMatchObject({ state: 'all_sent', waiting: 0 });
    expect(teacher.replica.changes()).toEqual([]);
    const names = await namesOnServer(greenfield.ownClass.id);
    expect(names.slice(-3)).toEqual(['Inés Ruiz', '小明 王', 'Ada']);
    expect((await studentsOf(teacher)).map(fullName)).toEqual(names);
    expect((await studentsOf(teacher)).every((student) => student.username !== null)).toBe(true);
    teacher.replica.close();
  });

  it('applies a change once whose answer was lost on the way', async () => {
    const teacher = await signInOnDevice(world, time, greenfield.teacher);
    await teacher.sync();
    teacher.network.cut = 'after';
    await teacher.replica.enqueue(
      addStudents,
      addStudentsInput(greenfield.ownClass.id, parseNames('Only Once')),
    );
    await teacher.sync();
    expect(teacher.replica.status().waiting).toBe(1);
    teacher.network.cut = 'no';
    await teacher.sync();
    expect(teacher.replica.status().waiting).toBe(0);
    expect((await namesOnServer(greenfield.ownClass.id)).filter((name) => name === 'Only Once')).toHaveLength(
      1,
    );
    expect((await studentsOf(teacher)).filter((student) => student.first_name === 'Only')).toHaveLength(1);
    teacher.replica.close();
  });

  it('keeps what was saved when the app is killed and opened again without a network', async () => {
    const before = await signInOnDevice(world, time, greenfield.teacher);
    await before.sync();
    const [first] = await studentsOf(before);
    if (!first) throw new Error('The class is empty');
    before.network.cut = 'before';
    await before.replica.enqueue(updatePrivacy, updatePrivacyInput(first.id, 'public'));
    before.replica.close();

    const after = await signInOnDevice(world, time, greenfield.teacher, before.device);
    after.network.cut = 'before';
    expect(after.replica.isPopulated()).toBe(true);
    expect((await studentsOf(after))[0]).toMatchObject({ id: first.id, privacy_preference: 'public' });
    expect(after.replica.changes()).toMatchObject([
      { state: 'waiting', text: 'Zoë Fern-Hill set to public' },
    ]);
    after.network.cut = 'no';
    await after.sync();
    expect(after.replica.changes()).toEqual([]);
    after.replica.close();
  });

  it('shows a colleague the change, and keeps a refused one visible with its reason', async () => {
    const teacher = await signInOnDevice(world, time, greenfield.teacher);
    const admin = await signInOnDevice(world, time, greenfield.schoolAdmin);
    await teacher.sync();
    await admin.sync();
    const [, second] = await studentsOf(teacher);
    if (!second) throw new Error('The class is empty');
    await studentsOf(admin);
    admin.network.cut = 'before';
    await admin.replica.enqueue(
      renameStudent,
      renameStudentInput(second.id, { first_name: 'Lukas', last_name: second.last_name }),
    );
    await teacher.replica.enqueue(
      renameStudent,
      renameStudentInput(second.id, { first_name: 'Łucja', last_name: second.last_name }),
    );
    await teacher.sync();
    admin.network.cut = 'no';
    await admin.sync();
    expect(admin.replica.status()).toMatchObject({ state: 'needs_you', refused: 1, waiting: 0 });
    expect(admin.replica.changes()).toMatchObject([
      { state: 'refused', problem: { code: 'students.name_changed_elsewhere' } },
    ]);
    expect((await studentsOf(admin)).find((each) => each.id === second.id)).toMatchObject({
      first_name: 'Łucja',
    });
    const [refused] = admin.replica.changes();
    if (!refused) throw new Error('The refused change is gone');
    await admin.replica.discard(refused.mutation_id);
    expect(admin.replica.status()).toMatchObject({ state: 'all_sent', refused: 0 });
    teacher.replica.close();
    admin.replica.close();
  });

  it('takes a captive portal for no network and loses nothing', async () => {
    const teacher = await signInOnDevice(world, time, greenfield.teacher);
    await teacher.sync();
    const [first] = await studentsOf(teacher);
    if (!first) throw new Error('The class is empty');
    teacher.network.impostor = () =>
      new Response('<html>Accept the terms of this Wi-Fi</html>', {
        status: 200,
        headers: { 'content-type': 'text/html' },
      });
    await teacher.replica.enqueue(updatePrivacy, updatePrivacyInput(first.id, 'private'));
    await teacher.sync();
    expect(teacher.replica.status()).toMatchObject({ state: 'waiting_for_network', waiting: 1 });
    teacher.network.impostor = null;
    await teacher.sync();
    expect(teacher.replica.status()).toMatchObject({ state: 'all_sent', waiting: 0 });
    teacher.replica.close();
  });

  it('takes a class off the tablet of a teacher who does not teach it any more', async () => {
    const teacher = await signInOnDevice(world, time, greenfield.teacher);
    await teacher.sync();
    expect(await studentsOf(teacher)).not.toEqual([]);
    const { administrator } = world.testDatabase;
    await administrator.query('delete from class_teachers where teacher_id = $1', [greenfield.teacher.id]);
    await teacher.sync();
    const { tab, replica } = teacher;
    expect(await storedScopes(tab.environment, replica)).not.toHaveProperty([
      scopeOf.schoolClass(greenfield.ownClass.id),
    ]);
    expect(await studentsOf(teacher)).toEqual([]);
    await administrator.query(
      'insert into class_teachers (tenant_id, school_class_id, teacher_id) values ($1, $2, $3)',
      [greenfield.tenant.id, greenfield.ownClass.id, greenfield.teacher.id],
    );
    await teacher.sync();
    expect(await studentsOf(teacher)).not.toEqual([]);
    teacher.replica.close();
  });
});
