import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { weakPasswords } from '#contract/kit/weak-passwords.ts';
import { newPage, openContext } from '../support/browser.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { expectWellMade } from '../support/well-made.ts';

let server: ServerProcess;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-start-'));
  server = await startServerProcess({ seed: 'demo' });
});

afterAll(async () => {
  await server.dispose();
  await rm(folder, { recursive: true, force: true });
});

interface Ended {
  code: number | null;
  errors: string;
}

/** A start that is expected to end by itself. One that becomes ready is stopped, and its output says so. */
async function startInVain(environment: Record<string, string>): Promise<Ended> {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      SEED: 'none',
      DATA_DIR: path.join(folder, 'unused'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk;
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.includes(' is ready at http')) return;
    errors += `${line}\n`;
    child.kill('SIGTERM');
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, errors: errors.trim() };
}

function health(): Promise<number> {
  return new Promise((resolve, reject) => {
    const { port } = server;
    request({ host: '127.0.0.1', port, path: '/api/healthz' }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });
}

/** What `npm run admin:create` runs, with the password on its input. */
async function createAdministrator(
  words: readonly string[],
  password: string,
): Promise<Ended & { output: string }> {
  const child = spawn(process.execPath, ['dist/server/admin-create.js', ...words], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: server.dataDir },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk;
  });
  child.stdin.end(`${password}\n`);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: output.trim(), errors: errors.trim() };
}

function signInStatus(username: string, password: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { port } = server;
    const headers = { host: 'localhost', 'content-type': 'application/json' };
    request({ host: '127.0.0.1', port, path: '/api/auth/token/', method: 'POST', headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    })
      .on('error', reject)
      .end(JSON.stringify({ username, password }));
  });
}

describe('the first platform administrator', () => {
  it('is made beside the running program, once, and can sign in on the platform’s own site', async () => {
    const made = await createAdministrator(['--email', 'First@Example.org'], 'a long enough password');
    expect(made).toEqual({
      code: 0,
      output: "first@example.org can sign in on the platform's own site.",
      errors: '',
    });
    expect(await signInStatus('first@example.org', 'a long enough password')).toBe(200);
    const again = await createAdministrator(['--email', 'first@example.org'], 'another long password');
    expect(again).toEqual({ code: 1, output: '', errors: 'first@example.org has an account already.' });
    expect(await signInStatus('first@example.org', 'another long password')).toBe(401);
  });

  it('needs an address and a password that is long enough and not guessed first', async () => {
    const unnamed = await createAdministrator([], 'a long enough password');
    expect(unnamed).toMatchObject({ code: 1, output: '' });
    expect(unnamed.errors).toMatch(/^Say whose account it is: npm run admin:create/u);
    const short = await createAdministrator(['--email', 'second@example.org'], 'short');
    expect(short).toEqual({ code: 1, output: '', errors: 'The password needs at least 12 characters.' });
    const dull = await createAdministrator(['--email', 'second@example.org'], 'aaaaaaaaaaaaaaaa');
    expect(dull).toEqual({
      code: 1,
      output: '',
      errors: 'Please choose a password that is harder to guess.',
    });
    expect(await signInStatus('second@example.org', 'aaaaaaaaaaaaaaaa')).toBe(401);
    const common = await createAdministrator(['--email', 'second@example.org'], 'password1234');
    expect(common).toEqual({ code: 1, output: '', errors: weakPasswords.common });
    const own = await createAdministrator(['--email', 'second@example.org'], 'second@example.org');
    expect(own).toEqual({ code: 1, output: '', errors: weakPasswords.own });
  });
});

describe('the program', () => {
  it('prints the address, the demo accounts and that it is ready, and answers that it is well', async () => {
    const printed = server.logs.join('\n');
    expect(printed).toContain(`http://greenfield.localhost:${server.port}`);
    expect(printed).toContain('teacher@greenfield.test');
    expect(server.logs.at(-1)).toBe(`Quillshelf is ready at http://localhost:${server.port}`);
    expect(await health()).toBe(200);
  });

  it('says so where its code does not come, instead of showing nothing, and opens once it does', async () => {
    const tab = await newPage(await openContext({ hasWorkers: false }));
    const { page } = tab;
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(`${server.origin('greenfield')}/faq`);
    await page.getByText('Quillshelf does not open yet. Whatever you saved is still there.').waitFor();
    await page.unroute('**/assets/*.js');
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Questions and answers' }).waitFor();
    await expectWellMade(page);
    tab.forgive(/net::ERR_FAILED/u);
    tab.assertQuiet();
    await page.context().close();
  });

  it('stops cleanly, database and all, and starts again with the same data', async () => {
    expect(await server.stop()).toBe(0);
    const cluster = await readdir(path.join(server.dataDir, 'postgres/cluster'));
    expect(cluster).not.toContain('postmaster.pid');
    await server.start();
    expect(await health()).toBe(200);
    expect(server.logs.filter((line) => line.startsWith('Making the demo'))).toHaveLength(1);
  });

  it('starts again after it was killed', async () => {
    await server.kill();
    await server.start();
    expect(await health()).toBe(200);
  });

  it('ends with 1 and one line where its database is lost, and starts again once that is mended', async () => {
    const cluster = path.join(server.dataDir, 'postgres/cluster');
    const control = path.join(cluster, 'global/pg_control');
    const away = path.join(folder, 'pg_control');
    const [pid] = (await readFile(path.join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
    const before = server.logs.length;
    await rename(control, away);
    let code: number | null;
    let said: string[];
    try {
      const ended = server.ended();
      process.kill(Number(pid), 'SIGKILL');
      code = await ended;
      said = server.logs.slice(before);
    } finally {
      await rename(away, control);
      // The tests below need it, whatever became of this one.
      if (!server.isRunning) await server.start();
    }
    expect(code).toBe(1);
    expect(said.filter((line) => line.startsWith('The database in '))).toEqual([
      expect.stringMatching(/ ended by itself \(SIGKILL\) and was not started again: .*pg_control/u),
    ]);
    expect(await health()).toBe(200);
  });

  it('refuses a folder that is in use, in one line', async () => {
    const ended = await startInVain({ DATA_DIR: server.dataDir });
    expect(ended).toEqual({
      code: 1,
      errors: `The data folder ${path.join(server.dataDir, 'postgres')} is already in use by another running program.`,
    });
    expect(await health()).toBe(200);
  });

  it('refuses a port that is in use, in one line', async () => {
    const other = createServer();
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = String(typeof address === 'object' && address ? address.port : 0);
    const ended = await startInVain({ PORT: port });
    other.close();
    expect(ended).toEqual({
      code: 1,
      errors: `Port ${port} on 127.0.0.1 is in use. Choose another with PORT.`,
    });
  });

  it('refuses a folder that cannot be written to, in one line', async () => {
    const file = path.join(folder, 'a-file');
    await writeFile(file, '');
    const ended = await startInVain({ DATA_DIR: path.join(file, 'data') });
    expect(ended).toEqual({
      code: 1,
      errors: `DATA_DIR ${path.join(file, 'data')} cannot be written to. Choose another folder with DATA_DIR.`,
    });
  });

  it('refuses a database that cannot be reached, in one line and without its password', async () => {
    const ended = await startInVain({
      DATABASE_URL: 'postgres://somebody:secret-word@127.0.0.1:1/quillshelf',
    });
    expect(ended.code).toBe(1);
    expect(ended.errors.split('\n')).toHaveLength(1);
    expect(ended.errors).toContain('The database at 127.0.0.1:1/quillshelf cannot be reached (DATABASE_URL)');
    expect(ended.errors).not.toContain('secret-word');
  });

  it('refuses bad settings by their names, each in one line', async () => {
    const bad = {
      PORT: 'eighty',
      SEED: 'everything',
      DATABASE_URL: 'mysql://here',
      BASE_DOMAIN: 'not a domain',
      TRUST_PROXY: 'perhaps',
      SMTP_URL: 'mail.example.org',
      MAIL_FROM: 'the school',
      PUBLIC_URL: 'example.org',
    };
    const ended = await startInVain(bad);
    expect(ended.code).toBe(1);
    const named = ended.errors.split('\n').map((line) => /^(\w+) must be /u.exec(line)?.[1] ?? line);
    expect(named.toSorted()).toEqual(Object.keys(bad).toSorted());
  });
});
