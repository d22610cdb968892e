import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { KyselyPlugin } from 'kysely';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import type { Scope } from '#contract/sync/sync.schema.ts';
import { createApp } from '#server/app.ts';
import type { PokeLimits } from '#server/modules/sync/pokes.service.ts';
import { type Database, openDatabase } from '#server/platform/database.ts';
import type { Caller, Person, TestSchool } from '../support/api-world.ts';
import { EventReader } from '../support/event-reader.ts';
import { testSecretKey } from '../support/test-database.ts';
import { worldOfFile } from '../support/world-of-file.ts';

/** Milliseconds; in life it is 20 seconds. */
const often = 40;

export interface Server {
  app: FastifyInstance;
  database: Database;
  port: number;
}

export const idOf = (rows: readonly { id: string }[], place = 1) => rows[place]?.id ?? '';

/** Two schools, and a second server on which devices listen. A world of its own for each test file. */
export function eventsOfFile() {
  const { world, greenfield, riverside } = worldOfFile();
  /** A second server on the same database, on which the devices listen; changes go to the first. */
  const other = {} as Server;
  const servers: Server[] = [];
  const readers: EventReader[] = [];

  async function startServer(
    pokes: Partial<PokeLimits> = {},
    plugins: readonly KyselyPlugin[] = [],
  ): Promise<Server> {
    const database = plugins.reduce(
      (plugged, plugin) => plugged.withPlugin(plugin),
      openDatabase(world.testDatabase.url, { connections: 4 }),
    );
    const app = await createApp({
      database,
      databaseUrl: world.testDatabase.url,
      secretKey: testSecretKey,
      baseDomain: 'localhost',
      trustProxy: false,
      webRoot: null,
      clock: world.clock,
      pokes: { lookInterval: often, heartbeat: often, ...pokes },
      logLevel: 'silent',
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const server = { app, database, port: (app.server.address() as AddressInfo).port };
    servers.push(server);
    return server;
  }

  beforeAll(async () => {
    Object.assign(other, await startServer());
  });

  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close();
  });

  afterAll(async () => {
    for (const { app, database } of servers) {
      await app.close();
      await database.destroy();
    }
  });

  /** Listens as a device does, until all that it begins with has come. */
  async function listen(caller: Caller, server: Server = other): Promise<EventReader> {
    const reader = await EventReader.open(server.port, caller);
    readers.push(reader);
    const scopes = Object.keys((await pull(caller)).cursor.scopes);
    await reader.until(
      () => scopes.every((scope) => reader.versionOf(scope) !== undefined),
      `${scopes.join(', ')} came`,
    );
    return reader;
  }

  const listenAs = async (person: Person) => await listen(await world.as(person));

  async function pull(caller: Caller) {
    return await world.call(caller, syncEndpoints.pull, { body: { client_id: randomUUID(), cursor: null } });
  }

  async function rename(person: Person, id: string): Promise<void> {
    await world.call(await world.as(person), studentEndpoints.rename, {
      params: { id },
      body: { first_name: 'Poked', last_name: randomUUID() },
    });
  }

  async function versionIn(school: TestSchool, scope: Scope): Promise<number> {
    const { rows } = await world.testDatabase.administrator.query<{ version: string }>(
      'select version from scope_versions where tenant_id = $1 and scope = $2',
      [school.tenant.id, scope],
    );
    return Number(rows[0]?.version ?? 0);
  }

  async function expectPoke(reader: EventReader, school: TestSchool, scope: Scope): Promise<void> {
    const version = await versionIn(school, scope);
    await reader.until(() => reader.versionOf(scope) === version, `${scope} came with version ${version}`);
    expect(reader.versionOf(scope)).toBe(version);
  }

  return {
    world,
    greenfield,
    riverside,
    other,
    readers,
    startServer,
    listen,
    listenAs,
    pull,
    rename,
    versionIn,
    expectPoke,
  };
}
