import { readSettings } from '#server/platform/settings.ts';
import { Closing, openInstallation, type Installation } from '#server/installation.ts';
import { inPlatformScope, inTenant } from '#server/platform/database.ts';
import { withChanges } from '#server/platform/changes.ts';
import { demoPassword } from '#server/seeds/demo.ts';
import { makeMember, type MadeMember, type MadeTenant } from '#server/seeds/factories.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { startServerProcess, type ServerProcess } from '../../support/server-process.ts';
import { ServerClient } from './server-client.ts';

export const bigSchool = {
  subdomain: 'bigschool',
  admin: 'admin@bigschool.test',
  teacher: 'teacher@bigschool.test',
  password: demoPassword,
  students: 10_000,
  classes: 400,
} as const;

/** Classes of the teacher whom the bench adds. */
export const teachersClasses = 4;

export interface BenchServer {
  readonly process: ServerProcess;
  readonly client: ServerClient;
  /** The data of the running server, for what no call of the API makes. */
  readonly installation: Installation;
  close(): Promise<void>;
}

/** The real server with the big school of 10,000 students, and in it a teacher with four classes. */
export function startBigSchool(): Promise<BenchServer> {
  return startBenchServer('big', addTeacher);
}

/** The real server with nothing in it. @param environment further settings by the names of their variables */
export function startEmptyServer(environment: Record<string, string> = {}): Promise<BenchServer> {
  return startBenchServer('none', async () => undefined, environment);
}

async function startBenchServer(
  seed: 'big' | 'none',
  fill: (installation: Installation) => Promise<void>,
  environment: Record<string, string> = {},
): Promise<BenchServer> {
  const server = await startServerProcess({
    seed,
    startTimeout: 4 * 60_000,
    environment: { NODE_ENV: 'production', REFUSE_WHILE_BUSY: 'on', ...environment },
  });
  const closing = new Closing();
  try {
    const root = process.cwd();
    const settings = readSettings({ DATA_DIR: server.dataDir }, root);
    const say = (line: string) => console.log(line);
    const installation = await openInstallation(settings, { root, closing, say, beside: true });
    await fill(installation);
    await installation.refreshStatistics();
    const client = new ServerClient(server.port);
    return {
      process: server,
      client,
      installation,
      async close() {
        client.close();
        await closing.close();
        await server.dispose();
      },
    };
  } catch (error) {
    await closing.close();
    await server.dispose();
    throw error;
  }
}

async function addTeacher(installation: Installation): Promise<void> {
  const { database } = installation;
  const school = await findSchool(installation);
  const teacher = await makeMember(installation, school, {
    role: 'teacher',
    email: bigSchool.teacher,
    password: bigSchool.password,
  });
  const classes = await inTenant(database, school.id, (transaction) =>
    transaction
      .selectFrom('school_classes')
      .select('id')
      .where('tenant_id', '=', school.id)
      .orderBy('class_id')
      .limit(teachersClasses)
      .execute(),
  );
  await giveClasses(
    installation,
    teacher,
    classes.map(({ id }) => id),
  );
}

/** Makes somebody the teacher of classes that are there. */
export async function giveClasses(
  { database }: Installation,
  teacher: MadeMember,
  classIds: readonly string[],
): Promise<void> {
  const { tenant_id } = teacher;
  await inTenant(database, tenant_id, (transaction) =>
    withChanges(transaction, tenant_id, async (changes) => {
      for (const id of classIds) {
        await transaction
          .insertInto('class_teachers')
          .values({ tenant_id, school_class_id: id, teacher_id: teacher.id })
          .execute();
        changes.put(scopeOf.schoolClass(id), 'classes', id);
      }
    }),
  );
}

export async function findSchool({ database }: Installation): Promise<MadeTenant> {
  return await inPlatformScope(database, (transaction) =>
    transaction
      .selectFrom('tenants')
      .select(['id', 'school_name', 'subdomain'])
      .where('subdomain', '=', bigSchool.subdomain)
      .executeTakeFirstOrThrow(),
  );
}
