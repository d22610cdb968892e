import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { Problem } from '#contract/kit/problem.ts';
import {
  ExpensivePictureError,
  PictureWorkers,
  UnreadablePictureError,
  type PictureJob,
  type PictureLimits,
} from './picture-workers.ts';

const never = 10 * 60_000;
/** So patient that only what a test sets ends anything. */
const patient = { waitMs: never, answerMs: never, cpuMs: never, memory: Infinity };

const open: PictureWorkers[] = [];
function workersWith(limits: Partial<PictureLimits> = {}): PictureWorkers {
  const workers = new PictureWorkers({ ...patient, ...limits });
  open.push(workers);
  return workers;
}
afterEach(() => Promise.all(open.splice(0).map((workers) => workers.close())));

const job = (bytes: Uint8Array): PictureJob => ({
  bytes,
  pixels: 50_000_000,
  formats: ['jpeg', 'png', 'svg'],
  resize: { width: 64, height: 64, fit: 'inside' },
  output: 'webp',
});
const good = async () =>
  job(
    await sharp({ create: { width: 8, height: 4, channels: 3, background: '#456' } })
      .png()
      .toBuffer(),
  );

/** A circle that is blurred some hundred thousand times, in a kilobyte. */
function endless(): PictureJob {
  const layers = Array.from(
    { length: 8 },
    (_, place) => `<g id="u${place + 1}">${`<use href="#u${place}"/>`.repeat(5)}</g>`,
  );
  return job(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><defs>' +
        '<filter id="f"><feGaussianBlur stdDeviation="20"/></filter><circle id="u0" r="40" filter="url(#f)"/>' +
        `${layers.join('')}</defs><use href="#u8"/></svg>`,
    ),
  );
}

const from = (tenantId: string, signal = new AbortController().signal) => ({ tenantId, signal });

async function isBusy(drawing: Promise<unknown>): Promise<boolean> {
  const error = await drawing.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof Problem && error.code === 'request.unavailable' && error.options.retryAfter === 5;
}

/** Of all threads of a process, where the system tells them apart. */
async function prioritiesOf(pid: number): Promise<number[]> {
  if (process.platform !== 'linux') return [os.getPriority(pid)];
  const threads = await readdir(`/proc/${pid}/task`);
  const lines = await Promise.all(threads.map((id) => readFile(`/proc/${pid}/task/${id}/stat`, 'utf8')));
  // After the name, which is in brackets, its nice value is the seventeenth. @see proc(5)
  return lines.map((line) => Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[16]));
}

describe('a process that draws pictures', () => {
  it('leaves the processor to the server with each of its threads', async () => {
    const workers = workersWith();
    await workers.draw(await good(), from('a'));
    const [pid = 0] = workers.pids();
    const priorities = await prioritiesOf(pid);
    expect(priorities.length).toBeGreaterThan(0);
    expect(new Set(priorities)).toEqual(new Set([os.constants.priority.PRIORITY_BELOW_NORMAL]));
  });

  it('draws, one after the other', async () => {
    const workers = workersWith();
    for (const tenant of ['a', 'b', 'a'])
      expect(await workers.draw(await good(), from(tenant))).toMatchObject({ width: 64, height: 32 });
  });

  it('goes on after a picture that cannot be read', async () => {
    const workers = workersWith();
    await expect(workers.draw(job(Buffer.from('no')), from('a'))).rejects.toThrow(UnreadablePictureError);
    expect(await workers.draw(await good(), from('a'))).toMatchObject({ width: 64 });
  });

  it.each([
    ['processor time', { cpuMs: 50 }],
    ['memory', { memory: 1 }],
  ])('is ended where a picture takes too much %s, and the next picture is drawn', async (_what, limits) => {
    const workers = workersWith({ ...limits });
    await expect(workers.draw(endless(), from('a'))).rejects.toThrow(ExpensivePictureError);
    const next = workersWith();
    expect(await next.draw(await good(), from('a'))).toMatchObject({ width: 64 });
  });

  it('is ended where the sender hangs up, before and while it is drawn', async () => {
    const workers = workersWith();
    const gone = new AbortController();
    const reason = new Error('gone');
    const both = Promise.allSettled(
      [endless(), endless()].map((each) => workers.draw(each, from('a', gone.signal))),
    );
    gone.abort(reason);
    expect(await both).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ]);
    await expect(workers.draw(await good(), from('a', gone.signal))).rejects.toBe(reason);
    expect(await workers.draw(await good(), from('a'))).toMatchObject({ width: 64 });
  });

  it('leaves another tenant its turn', async () => {
    const workers = workersWith();
    const hostile = [endless(), endless(), endless()].map((each) => isBusy(workers.draw(each, from('a'))));
    expect(await workers.draw(await good(), from('b'))).toMatchObject({ width: 64 });
    await workers.close();
    expect(await Promise.all(hostile)).toEqual([true, true, true]);
  });

  it('answers 503 where too many wait, where one waits too long and where a picture is not drawn in time', async () => {
    const full = workersWith({ waitingPerTenant: 1 });
    const first = [full.draw(endless(), from('a')), full.draw(endless(), from('a'))].map(isBusy);
    expect(await isBusy(full.draw(await good(), from('a')))).toBe(true);
    const crowded = workersWith({ workers: 1, waiting: 1 });
    const second = ['a', 'b'].map((tenant) => isBusy(crowded.draw(endless(), from(tenant))));
    expect(await isBusy(crowded.draw(await good(), from('c')))).toBe(true);
    const impatient = workersWith({ waitMs: 1 });
    const third = isBusy(impatient.draw(endless(), from('a')));
    expect(await isBusy(impatient.draw(await good(), from('a')))).toBe(true);
    expect(await isBusy(workersWith({ answerMs: 1 }).draw(endless(), from('a')))).toBe(true);
    await Promise.all([full, crowded, impatient].map((workers) => workers.close()));
    expect(await Promise.all([...first, ...second, third])).not.toContain(false);
  });

  it('draws nothing more for a server that stops', async () => {
    const workers = workersWith();
    await workers.close();
    expect(await isBusy(workers.draw(await good(), from('a')))).toBe(true);
  });

  it('ends in the middle of a drawing with a server that is killed', async () => {
    const worker = fileURLToPath(new URL('./picture-worker.mjs', import.meta.url));
    const server = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { fork } from 'node:child_process';
        const worker = fork(process.argv[1], ['1e9', '1e12'], { execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
        worker.once('message', () => worker.send(
          { bytes: Buffer.from(process.argv[2], 'base64'), pixels: 5e7, formats: ['svg'], output: 'webp' },
          () => process.stdout.write(String(worker.pid))));`,
        worker,
        Buffer.from(endless().bytes).toString('base64'),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [pid] = (await once(server.stdout, 'data')) as [Buffer];
    const isThere = () => {
      try {
        return process.kill(Number(pid.toString()), 0);
      } catch {
        return false;
      }
    };
    expect(isThere()).toBe(true);
    server.kill('SIGKILL');
    await expect.poll(isThere).toBe(false);
  });
});
