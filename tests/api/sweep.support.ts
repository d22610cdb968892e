import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll } from 'vitest';
import { makeWorks } from '#server/seeds/factories.ts';
import { type ApiWorld, openApiWorld, type TestSchool } from '../support/api-world.ts';
import { makeLivePage } from '../support/content-pages.ts';

const minute = 60 * 1000;
export const day = 24 * 60 * minute;

/** A UUIDv7 of that moment, as a device makes it. */
export function timedId(moment: Date): { id: string } {
  const digits = moment.getTime().toString(16).padStart(12, '0');
  return { id: `${digits.slice(0, 8)}-${digits.slice(8)}${uuidv7().slice(13)}` };
}

export type Values = Record<string, unknown>;

/** Two schools, and what is swept of their rows. A world of its own for each test file. */
export function sweepOfFile() {
  const world = {} as ApiWorld;
  /** Filled by the set-up. */
  const made = {} as { schools: TestSchool[] };

  beforeAll(async () => {
    Object.assign(world, await openApiWorld());
    made.schools = [world.greenfield, world.riverside];
    for (const { tenant, student } of made.schools) {
      const [work] = await makeWorks(world.context, tenant, [{ author_id: student.id }]);
      const part = { work_id: work?.id ?? '', part_id: uuidv7() };
      stories.set(tenant.id, part);
      const last = { id: uuidv7(), part: 'chapter', revision: 9, content: '{}', made_at: new Date() };
      await insert('work_revisions', { tenant_id: tenant.id, ...part, ...last });
    }
  });

  /** By school, a chapter that has a later version than those that tests add. */
  const stories = new Map<string, { work_id: string; part_id: string }>();

  afterAll(() => world.close());

  async function insert(table: string, values: Values): Promise<void> {
    const names = Object.keys(values);
    await world.testDatabase.administrator.query(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, place) => `$${place + 1}`).join(', ')})`,
      Object.values(values),
    );
  }

  /** What is kept, how long, and from which moment on. */
  const kinds: {
    table: string;
    keptFor: number;
    row: (school: TestSchool, moment: Date) => Promise<Values>;
  }[] = [
    {
      table: 'failed_guesses',
      keptFor: 0,
      row: async (_, forgotten_at) => ({
        kind: 'network',
        subject: randomBytes(32),
        failures: 1,
        since: forgotten_at,
        forgotten_at,
      }),
    },
    {
      table: 'idempotency_keys',
      keptFor: 400 * day,
      row: async ({ teacher }, created_at) => ({
        user_id: teacher.id,
        key: uuidv7(),
        fingerprint: randomBytes(32),
        created_at,
      }),
    },
    {
      table: 'email_messages',
      keptFor: 90 * day,
      row: async (_, created_at) => ({
        id: uuidv7(),
        kind: 'passwords.changed',
        to_address: 'sam@school.test',
        to_name: 'Sam',
        subject: 'Your password was changed',
        state: 'sent',
        created_at,
        finished_at: created_at,
      }),
    },
    {
      table: 'tasks',
      keptFor: 90 * day,
      row: async (_, created_at) => ({
        id: uuidv7(),
        kind: 'tests.count_sheep',
        state: 'done',
        due_at: created_at,
        dated_at: created_at,
        created_at,
        finished_at: created_at,
      }),
    },
    {
      table: 'password_resets',
      keptFor: day,
      row: async (_, asked_at) => ({
        id: uuidv7(),
        email: 'nobody@school.test',
        token_hash: randomBytes(32),
        asked_from: randomBytes(32),
        asked_at,
        expires_at: asked_at,
      }),
    },
    {
      table: 'visit_links',
      keptFor: day,
      row: async ({ schoolAdmin }, expires_at) => ({
        id: uuidv7(),
        token_hash: randomBytes(32),
        purpose: 'visit',
        user_id: schoolAdmin.id,
        home_session_id: uuidv7(),
        created_at: expires_at,
        expires_at,
      }),
    },
    {
      table: 'visit_overrides',
      keptFor: 90 * day,
      row: async ({ tenant, schoolAdmin }, asked_at) => ({
        id: uuidv7(),
        school_id: tenant.id,
        asked_by: schoolAdmin.id,
        wants: 'look',
        reason: 'To look around',
        asked_at,
      }),
    },
    {
      table: 'visit_requests',
      keptFor: 90 * day,
      row: async ({ schoolAdmin }, asked_at) => ({
        id: uuidv7(),
        guest_id: schoolAdmin.id,
        wants: 'look',
        reason: 'To look around',
        asked_at,
        ended_at: asked_at,
      }),
    },
    {
      table: 'refresh_tokens',
      keptFor: 0,
      row: async ({ tenant, teacher }, expires_at) => {
        const session_id = uuidv7();
        await insert('sessions', { tenant_id: tenant.id, id: session_id, user_id: teacher.id });
        return { token_hash: randomBytes(32), session_id, expires_at };
      },
    },
    {
      table: 'password_reveals',
      keptFor: day,
      row: async ({ teacher }, hour) => ({ actor_id: teacher.id, hour, pupils: 3 }),
    },
    {
      table: 'work_copies',
      keptFor: 400 * day,
      row: async ({ tenant, student }, gone_at) => {
        const [work] = await makeWorks(world.context, tenant, [{ author_id: student.id }]);
        return { tenant_id: tenant.id, client_id: uuidv7(), work_id: work?.id, gone_at };
      },
    },
    {
      table: 'requests',
      keptFor: 0,
      row: async (_school, ends_at) => ({
        id: uuidv7(),
        kind: 'contact',
        reference: randomBytes(4).toString('hex'),
        secret_hash: randomBytes(32),
        ticket_hash: randomBytes(32),
        words_hash: randomBytes(32),
        state: 'closed',
        name: 'Ada',
        fields: '{}',
        created_at: ends_at,
        updated_at: ends_at,
        ends_at,
      }),
    },
    {
      table: 'book_offers',
      keptFor: 0,
      row: async ({ tenant }, ends_at) => {
        const offer = { id: uuidv7(), ticket_hash: randomBytes(32), token_hash: randomBytes(32) };
        return {
          ...offer,
          tenant_id: tenant.id,
          name: 'Ada',
          email: 'ada@example.org',
          asked_at: ends_at,
          ends_at,
        };
      },
    },
    {
      table: 'content_films',
      keptFor: 7 * day,
      row: async ({ tenant, schoolAdmin }, created_at) => ({
        id: uuidv7(),
        page_id: await makeLivePage(world, tenant.id),
        bytes: 1,
        first_part: randomBytes(32),
        made_by: schoolAdmin.id,
        created_at,
      }),
    },
    {
      table: 'push_grants',
      keptFor: 0,
      row: async ({ student }, expires_at) => ({
        id: uuidv7(),
        user_id: student.id,
        device_id: uuidv7(),
        public_key: '{}',
        created_at: expires_at,
        expires_at,
      }),
    },
    {
      table: 'invitations',
      keptFor: 90 * day,
      row: async ({ schoolAdmin }, expires_at) => {
        const id = uuidv7();
        return {
          id,
          kind: 'join',
          email: `${id}@school.test`,
          role: 'teacher',
          token_hash: randomBytes(32),
          invited_by: schoolAdmin.id,
          created_at: expires_at,
          sent_at: expires_at,
          expires_at,
        };
      },
    },
    {
      table: 'registrations',
      keptFor: day,
      row: async (_, created_at) => ({
        id: uuidv7(),
        email: 'office@school.test',
        asked_from: randomBytes(32),
        registered_id: uuidv7(),
        created_at,
      }),
    },
    {
      table: 'school_invitations',
      keptFor: 90 * day,
      row: async ({ schoolAdmin }, expires_at) => {
        const id = uuidv7();
        return {
          id,
          email: `${id}@school.test`,
          token_hash: randomBytes(32),
          invited_by: schoolAdmin.id,
          created_at: expires_at,
          sent_at: expires_at,
          expires_at,
        };
      },
    },
    {
      table: 'exports',
      keptFor: 0,
      row: async ({ schoolAdmin }, expires_at) => ({
        id: uuidv7(),
        asked_by: schoolAdmin.id,
        is_by_platform: false,
        asked_at: expires_at,
        expires_at,
      }),
    },
    {
      table: 'sync_calls',
      keptFor: 400 * day,
      row: async ({ tenant, student }, decided_at) => {
        const client_id = uuidv7();
        await insert('sync_clients', { tenant_id: tenant.id, user_id: student.id, client_id });
        return { user_id: student.id, client_id, seq: 1, mutation_id: uuidv7(), name: 'a.call', decided_at };
      },
    },
    {
      table: 'audit_entries',
      keptFor: 1095 * day,
      row: async ({ schoolAdmin }, created_at) => ({
        id: uuidv7(),
        actor_id: schoolAdmin.id,
        action: 'students.added',
        created_at,
      }),
    },
    {
      table: 'sessions',
      keptFor: 400 * day,
      row: async ({ student }, expires_at) => ({ ...timedId(expires_at), user_id: student.id, expires_at }),
    },
    {
      table: 'work_revisions',
      keptFor: 1095 * day,
      row: async ({ tenant }, made_at) => {
        const part = stories.get(tenant.id);
        return { ...part, ...timedId(made_at), part: 'chapter', revision: 1, content: '{}', made_at };
      },
    },
    {
      table: 'email_changes',
      keptFor: 0,
      row: async ({ schoolAdmin, teacher }, expires_at) => ({
        id: uuidv7(),
        user_id: teacher.id,
        email: 'new@school.test',
        token_hash: randomBytes(32),
        asked_by: schoolAdmin.id,
        asked_at: expires_at,
        expires_at,
        ended_at: expires_at,
      }),
    },
  ];

  return { world, made, insert, kinds };
}
