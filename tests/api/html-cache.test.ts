import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { editorEndpoints } from '#contract/content/editor.endpoints.ts';
import { Problem } from '#contract/kit/problem.ts';
import { tenantProblems } from '#contract/tenants/tenants.problems.ts';
import { createContentService } from '#server/modules/content/content.service.ts';
import { putTexts } from '#server/modules/content/put-texts.ts';
import { createPageWriter } from '#server/modules/served-pages/served-pages.web.ts';
import { readTexts } from '#server/modules/content/shipped-texts.ts';
import { tenantAt } from '#server/platform/database.ts';
import { answerUnknownAddresses, serveWeb } from '#server/platform/web.ts';
import { makeWorks, permitPublic } from '#server/seeds/factories.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
const project = fileURLToPath(new URL('../..', import.meta.url));
const platformHost = 'localhost';
const hour = 60 * 60 * 1000;

/** A server of its own beside the first, with the same database and no memory in common. */
interface Server {
  app: FastifyInstance;
  /** How many pages it looked up to write them. */
  written: number;
}

let webRoot: string;
const servers: Server[] = [];
let first: Server;
let second: Server;

async function openServer(): Promise<Server> {
  const { database } = world.context;
  const content = createContentService({ countReach: () => Promise.resolve({ works: 12 }) });
  const server: Server = { app: Fastify(), written: 0 };
  await serveWeb(server.app, webRoot);
  const writePage = await createPageWriter(webRoot, {
    database,
    clock: world.clock,
    content: {
      ...content,
      find(wanted, asking) {
        server.written += 1;
        return content.find(wanted, asking);
      },
    },
    async findTenant(host = '') {
      const [subdomain = ''] = host.split('.');
      const tenant = await tenantAt(database, host === platformHost ? { platform: true } : { subdomain });
      if (!tenant) throw new Problem(tenantProblems.unknown_host);
      return tenant;
    },
    baseDomain: platformHost,
  });
  answerUnknownAddresses(server.app, true, writePage);
  servers.push(server);
  return server;
}

beforeAll(async () => {
  webRoot = await mkdtemp(path.join(tmpdir(), 'quillshelf-web-'));
  await writeFile(path.join(webRoot, 'index.html'), await readFile(path.join(project, 'index.html'), 'utf8'));
  await putTexts(
    world.context.database,
    await readTexts(path.join(project, 'server/modules/content/pages')),
    world.clock.now(),
  );
  first = await openServer();
  second = await openServer();
});

afterAll(async () => {
  for (const { app } of servers) await app.close();
  await rm(webRoot, { recursive: true, force: true });
});

beforeEach(() => {
  for (const server of servers) server.written = 0;
});

async function open(
  server: Server,
  address: string,
  host = platformHost,
  headers: Record<string, string> = {},
): Promise<{ html: string; written: number }> {
  const before = server.written;
  const answer = await server.app.inject({
    method: 'GET',
    url: address,
    headers: { host, accept: 'text/html', ...headers },
  });
  return { html: answer.body, written: server.written - before };
}

const query = (text: string, values: unknown[]) => world.testDatabase.administrator.query(text, values);

/** Puts a version of an event in, live from so many hours from now. */
async function putVersion(
  page: { tenant: { id: string }; id: string; n: number },
  words: string,
  hours = -1,
): Promise<void> {
  const head = { kind: 'event', title: words, summary: words, day: '03-22', all_day: true };
  const block = {
    id: 'words',
    kind: 'callout',
    document: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] },
  };
  await query(
    `insert into content_versions (tenant_id, page_id, language, n, shared, head, blocks, words, made_at, live_from)
     values ($1, $2, 'en', $3, $4, $5, $6, '', now(), $7)`,
    [
      page.tenant.id,
      page.id,
      page.n,
      page.tenant.id === world.platform.id,
      JSON.stringify(head),
      JSON.stringify([block]),
      new Date(world.clock.now().getTime() + hours * hour),
    ],
  );
}

async function putEvent(tenant: { id: string }, slug: string, words: string, hours?: number) {
  const page = { tenant, id: uuidv7(), n: 1 };
  await query(
    `insert into content_pages (tenant_id, id, kind, slug, shared, created_at) values ($1, $2, 'event', $3, $4, now())`,
    [tenant.id, page.id, slug, tenant.id === world.platform.id],
  );
  await putVersion(page, words, hours);
  return page;
}

describe('written pages', () => {
  it('are written once for all visitors, by each server', async () => {
    for (const server of [first, second]) {
      const fresh = await open(server, '/about');
      const again = await open(server, '/about');
      expect([fresh.written, again.written]).toEqual([1, 0]);
      expect(again.html).toBe(fresh.html);
      expect(again.html).toContain('<div id="served"');
    }
  });

  it('are written by themselves for whoever brings a cookie or a token', async () => {
    await open(first, '/our-framework');
    for (const headers of [{ cookie: 'a=b' }, { authorization: 'Bearer x' }])
      expect((await open(first, '/our-framework', platformHost, headers)).written).toBe(1);
    await open(first, '/our-team', platformHost, { cookie: 'a=b' });
    expect((await open(first, '/our-team')).written).toBe(1);
  });

  it('are kept for each address and language by itself', async () => {
    await open(first, '/courses');
    expect((await open(first, '/courses?language=en')).written).toBe(1);
    const filtered = await open(first, '/courses?goal=6');
    expect(filtered.written).toBe(0);
    expect(filtered.html).toBe((await open(first, '/courses')).html);
  });

  it('with numbers are counted each time, and an unknown address takes no place', async () => {
    for (const address of ['/global-reach', '/courses/no-such-course']) {
      await open(first, address);
      expect((await open(first, address)).written).toBeGreaterThan(0);
    }
  });

  it('are not written again for an address of the app alone', async () => {
    await open(first, '/login');
    expect((await open(first, '/login')).written).toBe(0);
  });
});

describe('behind one cache', () => {
  it('two schools have their own pages and names', async () => {
    await putEvent(greenfield.tenant, 'our-fair', 'Canary of Greenfield');
    for (let round = 0; round < 2; round += 1) {
      expect((await open(first, '/live/our-fair', greenfield.host)).html).toContain('Canary of Greenfield');
      const theirs = await open(first, '/live/our-fair', riverside.host);
      expect(theirs.html).toContain('Page not found');
      expect(theirs.html).not.toContain('Canary of Greenfield');
      expect((await open(first, '/live', riverside.host)).html).not.toContain('Canary of Greenfield');
      expect((await open(first, '/live', greenfield.host)).html).toContain('Canary of Greenfield');
      for (const { host, tenant } of [greenfield, riverside])
        expect((await open(first, '/about', host)).html).toContain(`· ${tenant.school_name}</title>`);
    }
  });

  it('a new version is there at once, on a server that did not make it', async () => {
    const page = await putEvent(world.platform, 'one-then-two', 'Version the first');
    for (const server of servers)
      expect((await open(server, '/live/one-then-two')).html).toContain('Version the first');
    await putVersion({ ...page, n: 2 }, 'Version the second', -0.5);
    for (const server of servers)
      for (const host of [platformHost, greenfield.host]) {
        const { html } = await open(server, '/live/one-then-two', host);
        expect([html.includes('Version the first'), html.includes('Version the second')]).toEqual([
          false,
          true,
        ]);
      }
  });

  it('a future version shows at its moment, and an ended one goes at its own', async () => {
    const page = await putEvent(greenfield.tenant, 'tomorrow', 'What stands today');
    await putVersion({ ...page, n: 2 }, 'Canary of tomorrow', 24);
    const words = async () => {
      const shown = await Promise.all(
        servers.map(async (server) => (await open(server, '/live/tomorrow', greenfield.host)).html),
      );
      return ['What stands today', 'Canary of tomorrow'].map((each) =>
        shown.map((html) => html.includes(each)),
      );
    };
    const [yes, no] = [servers.map(() => true), servers.map(() => false)];
    expect(await words()).toEqual([yes, no]);
    expect(await words()).toEqual([yes, no]);
    const start = world.clock.now();
    world.clock.advance(24 * hour);
    expect(await words()).toEqual([no, yes]);
    const until = new Date(start.getTime() + 25 * hour);
    await query('update content_versions set live_until = $2 where page_id = $1', [page.id, until]);
    expect(await words()).toEqual([no, yes]);
    world.clock.advance(hour);
    expect(await words()).toEqual([no, no]);
    world.clock.advance(-25 * hour);
  });

  it('a version whose two moments both passed while the server was down shows nowhere', async () => {
    const page = await putEvent(world.platform, 'short-notice', 'What always stands');
    await putVersion({ ...page, n: 2 }, 'Canary of an hour', 1);
    await query('update content_versions set live_until = $2 where page_id = $1 and n = 2', [
      page.id,
      new Date(world.clock.now().getTime() + 2 * hour),
    ]);
    expect((await open(first, '/live/short-notice')).html).toContain('What always stands');
    world.clock.advance(3 * hour);
    const restarted = await openServer();
    for (const server of servers)
      for (const address of ['/live/short-notice', '/live']) {
        const { html } = await open(server, address);
        expect([html.includes('What always stands'), html.includes('Canary of an hour')]).toEqual([
          true,
          false,
        ]);
      }
    expect(restarted.written).toBeGreaterThan(0);
    servers.pop();
    await restarted.app.close();
    world.clock.advance(-3 * hour);
  });

  it('a draft is in no page, though its page is kept', async () => {
    const page = await putEvent(greenfield.tenant, 'with-a-draft', 'What was published');
    const staff = await world.as(greenfield.schoolAdmin);
    await open(first, '/live/with-a-draft', greenfield.host);
    const { live } = await world.call(staff, editorEndpoints.edit, { params: { id: page.id }, query: {} });
    await world.call(staff, editorEndpoints.writeDraft, {
      params: { id: page.id, language: 'en' },
      body: {
        base: live?.n ?? null,
        seen: null,
        head: { ...live?.head, title: 'Canary of a draft' },
        blocks: [],
      },
    });
    const { html } = await open(first, '/live/with-a-draft', greenfield.host);
    expect(html).toContain('What was published');
    expect(html).not.toContain('Canary of a draft');
  });

  it('what was taken down or hidden is gone with the next look, on both servers', async () => {
    const page = await putEvent(world.platform, 'taken-down', 'Canary taken down');
    const look = (host: string) =>
      Promise.all(
        servers.flatMap((server) =>
          ['/live/taken-down', '/live'].map(async (address) =>
            (await open(server, address, host)).html.includes('Canary taken down'),
          ),
        ),
      );
    for (const { host } of [greenfield, riverside])
      expect(await look(host)).toEqual([true, true, true, true]);
    await query(`insert into content_choices (tenant_id, page_id, choice) values ($1, $2, 'hidden')`, [
      greenfield.tenant.id,
      page.id,
    ]);
    expect(await look(greenfield.host)).toEqual([false, false, false, false]);
    expect(await look(riverside.host)).toEqual([true, true, true, true]);
    await query('update content_versions set live_until = $2 where page_id = $1', [
      page.id,
      world.clock.now(),
    ]);
    expect(await look(riverside.host)).toEqual([false, false, false, false]);
    expect(await look(platformHost)).toEqual([false, false, false, false]);
  });

  it('a school that was suspended, or has another name, shows so at once', async () => {
    const { tenant, host } = riverside;
    await open(first, '/about', host);
    await query('update tenants set suspended_at = now() where id = $1', [tenant.id]);
    expect((await open(first, '/about', host)).html).not.toContain('id="served"');
    await query(`update tenants set suspended_at = null, school_name = 'Canary School' where id = $1`, [
      tenant.id,
    ]);
    expect((await open(first, '/about', host)).html).toContain('Canary School');
    await query('update tenants set school_name = $2 where id = $1', [tenant.id, tenant.school_name]);
  });

  it('no work of a child is in a page, so that none stays when it is withdrawn', async () => {
    const [author] = greenfield.students;
    if (!author) throw new Error('No student');
    await permitPublic(world.context, greenfield.tenant, [author.id]);
    await makeWorks(world.context, greenfield.tenant, [
      { author_id: author.id, title: 'Canary of a child', visibility: 'public' },
    ]);
    for (const address of ['/', '/library', '/libraries', '/dear-world-book', '/testimonials'])
      for (const host of [greenfield.host, platformHost])
        expect((await open(first, address, host)).html).not.toContain('Canary of a child');
  });
});
