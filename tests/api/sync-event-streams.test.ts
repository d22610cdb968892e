import type { KyselyPlugin } from 'kysely';
import { describe, expect, it } from 'vitest';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { limits } from '#contract/kit/limits.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { until } from '../support/until.ts';
import { eventsOfFile, idOf } from './sync-events.support.ts';

const { world, greenfield, riverside, startServer, listen, listenAs, rename, expectPoke } = eventsOfFile();

describe('a stream ends', () => {
  it('when its person signs out, on whichever server, and no other does', async () => {
    const session = await world.signIn(greenfield.host, 'teacher@greenfield.test');
    const reader = await listen(session);
    const stays = await listenAs(greenfield.teacher);
    await world.call(session, identityEndpoints.signOut, { body: { refresh: session.refresh } });
    await reader.until(() => reader.isEnded, 'the stream ended');
    await rename(greenfield.schoolAdmin, idOf(greenfield.students));
    await expectPoke(stays, greenfield, scopeOf.schoolClass(greenfield.ownClass.id));
    expect(reader.isEnded).toBe(true);
    expect(stays.isEnded).toBe(false);
  });

  it('when its token does', async () => {
    const reader = await listenAs(greenfield.teacher);
    expect(reader.isEnded).toBe(false);
    world.clock.advance(limits.accessTokenSeconds * 1000 + 1);
    await reader.until(() => reader.isEnded, 'the stream ended');
    expect(reader.isEnded).toBe(true);
  });

  it('when the same person opens more than there may be: the oldest', async () => {
    const server = await startServer({ streamsPerPerson: 2 });
    const teacher = await world.as(greenfield.teacher);
    const first = await listen(teacher, server);
    const second = await listen(teacher, server);
    const colleague = await listen(await world.as(greenfield.otherTeacher), server);
    const third = await listen(teacher, server);
    await first.until(() => first.isEnded, 'the oldest stream ended');
    await rename(greenfield.schoolAdmin, idOf(greenfield.students));
    for (const reader of [second, third]) {
      await expectPoke(reader, greenfield, scopeOf.schoolClass(greenfield.ownClass.id));
    }
    expect([first, second, third, colleague].map(({ isEnded }) => isEnded)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('when a school has more than there may be: the oldest, and none of its neighbour', async () => {
    const server = await startServer({ streamsPerTenant: 2 });
    const neighbour = await listen(await world.as(riverside.teacher), server);
    const first = await listen(await world.as(greenfield.otherTeacher), server);
    const second = await listen(await world.as(greenfield.teacher), server);
    const third = await listen(await world.as(greenfield.schoolAdmin), server);
    await first.until(() => first.isEnded, 'the oldest stream ended');
    await rename(greenfield.schoolAdmin, idOf(greenfield.students));
    await expectPoke(second, greenfield, scopeOf.schoolClass(greenfield.ownClass.id));
    expect([neighbour, second, third].map(({ isEnded }) => isEnded)).toEqual([false, false, false]);
  });

  it('and the office of the school hears of it at four fifths, once in a week, and no other', async () => {
    const server = await startServer({ streamsPerTenant: 5 });
    const letters = async () => {
      const { rows } = await world.testDatabase.administrator.query<{ tenant_id: string }>(
        "select tenant_id from email_messages where kind = 'tenants.many_streams' order by id",
      );
      return rows;
    };
    const people = [riverside.teacher, riverside.otherTeacher, riverside.schoolAdmin];
    for (const person of people) await listen(await world.as(person), server);
    await listen(await world.as(greenfield.teacher), server);
    const before = await letters();
    expect(before.filter(({ tenant_id }) => tenant_id === riverside.tenant.id)).toEqual([]);
    const fourth = await listen(await world.as(riverside.teacher), server);
    await until(async () => expect((await letters()).length).toBeGreaterThan(before.length));
    const told = await letters();
    expect(told.slice(before.length).every(({ tenant_id }) => tenant_id === riverside.tenant.id)).toBe(true);
    fourth.close();
    await fourth.until(() => fourth.isEnded, 'it ended');
    await listen(await world.as(riverside.teacher), server);
    await server.app.close();
    expect(await letters()).toEqual(told);
  });

  it('when the server stops, which does not wait for anybody to go', async () => {
    const server = await startServer();
    const reader = await listen(await world.as(greenfield.teacher), server);
    await server.app.close();
    await reader.until(() => reader.isEnded, 'the stream ended');
    expect(reader.isEnded).toBe(true);
  });
});

describe('looking after streams', () => {
  it('asks for all sessions of a school in one statement, and ends those that are over', async () => {
    /** By statement about sessions, of how many it asked. */
    const asked: number[] = [];
    const counting: KyselyPlugin = {
      transformQuery({ node }) {
        const text = JSON.stringify(node);
        const lists = [...text.matchAll(/"value":(\[[^\]]*\])/gu)].map(([, list]) => list ?? '[]');
        if (node.kind === 'SelectQueryNode' && text.includes('"unheard_pair"') && lists.length > 0)
          asked.push((JSON.parse(lists[0] ?? '[]') as unknown[]).length);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const server = await startServer({}, [counting]);
    const { teacher, student, schoolAdmin } = greenfield;
    const session = await world.signIn(greenfield.host, teacher.email ?? '');
    const over = await listen(session, server);
    for (const person of [student, schoolAdmin, riverside.teacher, riverside.student])
      await listen(await world.as(person), server);
    /** Looks at all streams, one statement a school. */
    const settlesAt = async (sessions: readonly number[]) => {
      await until(() => expect(asked.slice(-4).toSorted((one, two) => one - two)).toEqual(sessions));
    };
    await settlesAt([2, 2, 3, 3]);
    await world.call(session, identityEndpoints.signOut, { body: { refresh: session.refresh } });
    await over.until(() => over.isEnded, 'the stream ended');
    await settlesAt([2, 2, 2, 2]);
  });
});
