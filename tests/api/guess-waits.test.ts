import { beforeEach, describe, expect, it } from 'vitest';
import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import { dashboardEndpoints } from '#contract/dashboard/dashboard.endpoints.ts';
import type { TestSchool } from '../support/api-world.ts';
import { typedSignIn } from '../support/typed-sign-in.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const minute = 60 * 1000;

const { world, greenfield, riverside } = worldOfFile();

beforeEach(async () => {
  await world.testDatabase.administrator.query('delete from failed_guesses');
});

async function signIn(username: string, password: string, school = greenfield): Promise<number> {
  return (await typedSignIn(world, school.host, { username, password })).status;
}

async function wrongTimes(count: number, username: string, school = greenfield): Promise<number[]> {
  const seen: number[] = [];
  for (let time = 0; time < count; time += 1) seen.push(await signIn(username, `wrong ${time}`, school));
  return seen;
}

async function usernameOf(school: TestSchool, id: string): Promise<string> {
  const { rows } = await world.testDatabase.administrator.query<{ username: string }>(
    'select username from users where tenant_id = $1 and id = $2',
    [school.tenant.id, id],
  );
  return rows[0]?.username ?? '';
}

async function auditOf(school: TestSchool) {
  const { rows } = await world.testDatabase.administrator.query<{
    action: string;
    actor_id: string | null;
    subject_id: string | null;
    details: Record<string, unknown>;
  }>(
    `select action, actor_id, subject_id, details from audit_entries
     where tenant_id = $1 and action like 'sign_ins.%' order by id`,
    [school.tenant.id],
  );
  return rows;
}

/** What was written down meanwhile, there and at the other school. */
async function auditedBy(work: () => Promise<unknown>) {
  const before = [(await auditOf(greenfield)).length, (await auditOf(riverside)).length] as const;
  await work();
  return {
    here: (await auditOf(greenfield)).slice(before[0]),
    there: (await auditOf(riverside)).slice(before[1]),
  };
}

const right = () => signIn(greenfield.student.username, greenfield.student.password);

describe('the wait of an account', () => {
  it('doubles with each further wrong password, and not with tries that nobody answers', async () => {
    await wrongTimes(10, greenfield.student.username);
    for (const minutes of [10, 20, 40]) {
      const early = await typedSignIn(world, greenfield.host, greenfield.student);
      expect(early).toMatchObject({ status: 429, headers: { 'retry-after': String(minutes * 60) } });
      expect(await wrongTimes(5, greenfield.student.username)).toEqual([429, 429, 429, 429, 429]);
      world.clock.advance(minutes * minute);
      expect(await signIn(greenfield.student.username, 'wrong again')).toBe(401);
    }
    const { body } = await typedSignIn(world, greenfield.host, greenfield.student);
    expect(body).toMatchObject({
      error: 'Too many tries. Please wait 2 hours, or ask somebody at your school for help.',
    });
    expect(await signIn(greenfield.student.username, greenfield.student.password, riverside)).toBe(200);
  });

  it('is forgiven by the right password', async () => {
    await wrongTimes(11, greenfield.student.username);
    world.clock.advance(10 * minute);
    expect(await right()).toBe(200);
    expect(await wrongTimes(10, greenfield.student.username)).not.toContain(429);
  });

  it('is forgiven by a teacher of the class who looks at the password, and by nobody else', async () => {
    await wrongTimes(11, greenfield.student.username);
    const classCode = greenfield.ownClass.class_id;
    const input = { params: { classCode, studentId: greenfield.student.id } };
    for (const stranger of [greenfield.otherTeacher, riverside.teacher]) {
      const caller = await world.as(stranger);
      expect((await world.refusal(caller, cardEndpoints.revealStudent, input)).status).toBe(404);
    }
    expect(await right()).toBe(429);
    await world.call(await world.as(greenfield.teacher), cardEndpoints.revealStudent, input);
    expect(await right()).toBe(200);
  });

  it('is forgiven by a teacher who looks at the passwords of the class', async () => {
    await wrongTimes(11, greenfield.student.username);
    const teacher = await world.as(greenfield.teacher);
    const params = { classId: greenfield.ownClass.id };
    await world.call(teacher, cardEndpoints.revealClass, { params, query: {} });
    expect(await right()).toBe(200);
  });
});

describe('the passwords of a class', () => {
  const fill = async () => {
    const [, second] = greenfield.students;
    const username = await usernameOf(greenfield, second?.id ?? '');
    expect(await signIn(username, 'wrong')).toBe(401);
    await world.testDatabase.administrator.query(
      "update failed_guesses set failures = 59 where kind = 'class'",
    );
    expect(await signIn(username, 'wrong again')).toBe(401);
  };

  it('are guessed sixty times in an hour from browsers that are new there; other classes go on', async () => {
    await fill();
    expect(await right()).toBe(429);
    const [inOtherClass] = greenfield.otherStudents;
    expect(await signIn(await usernameOf(greenfield, inOtherClass?.id ?? ''), 'wrong')).toBe(401);
    expect(await signIn(greenfield.teacher.email, 'Test-password-1')).toBe(200);
    expect(await signIn(greenfield.student.username, greenfield.student.password, riverside)).toBe(200);
    world.clock.advance(60 * minute);
    expect(await right()).toBe(200);
  });

  it('are forgiven by a teacher of the class', async () => {
    await fill();
    const params = { classCode: greenfield.ownClass.class_id, studentId: greenfield.student.id };
    await world.call(await world.as(greenfield.teacher), cardEndpoints.revealStudent, { params });
    expect(await right()).toBe(200);
  });
});

describe('a clock that jumped ahead', () => {
  const tenYears = 10 * 365 * 24 * 60 * minute;

  it('locks nobody out once it is right again', async () => {
    world.clock.advance(tenYears);
    await wrongTimes(12, greenfield.student.username);
    expect(await right()).toBe(429);
    world.clock.advance(-tenYears);
    expect(await right()).toBe(200);
  });

  it('locks no network and no class out either', async () => {
    world.clock.advance(tenYears);
    await signIn(greenfield.student.username, 'wrong');
    await world.testDatabase.administrator.query('update failed_guesses set failures = 1000');
    expect(await right()).toBe(429);
    world.clock.advance(-tenYears);
    expect(await right()).toBe(200);
    expect(await wrongTimes(10, greenfield.student.username)).not.toContain(429);
  });

  it('leaves no access token that is good once it is right again', async () => {
    world.clock.advance(tenYears);
    const caller = await world.signIn(
      greenfield.host,
      greenfield.student.username,
      greenfield.student.password,
    );
    world.clock.advance(-tenYears);
    const answer = await world.request(caller, 'GET', '/api/user/profile/');
    expect(answer.status).toBe(401);
  });
});

describe('the audit', () => {
  it('has a row for a run of wrong passwords and one for its wait, however many tries there were', async () => {
    const { here, there } = await auditedBy(async () => {
      await wrongTimes(30, greenfield.student.username);
      world.clock.advance(10 * minute);
      await wrongTimes(5, greenfield.student.username);
      world.clock.advance(20 * minute);
      await wrongTimes(5, greenfield.student.username);
    });
    expect(here).toEqual([
      { action: 'sign_ins.failed', actor_id: null, subject_id: greenfield.student.id, details: { tries: 5 } },
      {
        action: 'sign_ins.account_waits',
        actor_id: null,
        subject_id: greenfield.student.id,
        details: { tries: 10 },
      },
    ]);
    expect(there).toEqual([]);
  });

  it('has no row for a few wrong ones, nor for a name that nobody has', async () => {
    const { here } = await auditedBy(async () => {
      await wrongTimes(4, greenfield.student.username);
      await wrongTimes(12, 'nobody-owl-11');
    });
    expect(here).toEqual([]);
  });

  it('has one row for a class and one for a network that have to wait, and no address in it', async () => {
    const { here } = await auditedBy(async () => {
      await signIn(greenfield.student.username, 'wrong');
      await world.testDatabase.administrator.query(
        `update failed_guesses set failures = case kind when 'class' then 59 else 299 end
         where kind in ('class', 'network')`,
      );
      await signIn(greenfield.student.username, 'wrong');
      await wrongTimes(3, greenfield.student.username);
      await wrongTimes(3, 'nobody-owl-11');
    });
    expect(here).toEqual([
      {
        action: 'sign_ins.class_waits',
        actor_id: null,
        subject_id: greenfield.ownClass.id,
        details: { tries: 60 },
      },
      {
        action: 'sign_ins.network_waits',
        actor_id: null,
        subject_id: null,
        details: { tries: 300, name: 'passwords' },
      },
    ]);
  });

  it('shows administrators whose account waits, and nobody of the other school', async () => {
    await wrongTimes(10, greenfield.student.username);
    const activityOf = async (school: TestSchool) => {
      const caller = await world.as(school.schoolAdmin);
      return (await world.call(caller, dashboardEndpoints.listActivity, { query: { limit: 100 } })).results;
    };
    const mine = (await activityOf(greenfield)).filter(({ action }) => action === 'sign_ins.account_waits');
    expect(mine[0]).toMatchObject({ actor: null, subject: { id: greenfield.student.id } });
    const theirs = (await activityOf(riverside)).filter(({ action }) => action === 'sign_ins.account_waits');
    expect(theirs).toEqual([]);
  });
});
