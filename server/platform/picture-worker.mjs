/*
 * Draws pictures that strangers sent, in a process of its own: nothing else ends librsvg in the middle of a drawing. Plain
 * JavaScript, because Node runs this file as it is, from the sources as from the build. Its jobs and answers have their types in
 * picture-workers.ts.
 */
import { readdirSync } from 'node:fs';
import os from 'node:os';
import sharp from 'sharp';

/** Milliseconds of processor time and bytes of memory that one picture may take. */
const [cpuMs, memory] = process.argv.slice(2).map(Number);
const watchEveryMs = 25;

// `process.exit` would wait for the thread that draws.
const die = () => process.kill(process.pid, 'SIGKILL');
// The server is gone, whichever way it went.
process.on('disconnect', die);
// Ctrl-C reaches the whole process group; the server says when it is over.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

// What the server answers meanwhile comes first. On Linux each thread has a priority of its own, and Node began those that draw while
// it read this file.
const threads = process.platform === 'linux' ? readdirSync('/proc/self/task') : [process.pid];
for (const id of threads) os.setPriority(Number(id), os.constants.priority.PRIORITY_BELOW_NORMAL);
sharp.cache(false);
sharp.concurrency(1);

async function draw({ bytes, pixels, formats, resize, flatten, output, options }) {
  const picture = sharp(bytes, { limitInputPixels: pixels, failOn: 'error', pages: 1 });
  const { format } = await picture.metadata();
  if (!formats.includes(format)) throw new Error(`This is a picture of another kind: ${format}`);
  if (output !== 'raw') picture.autoOrient();
  // A drawing has no size of its own.
  if (resize) picture.resize({ ...resize, ...(format === 'svg' && { withoutEnlargement: false }) });
  if (flatten) picture.flatten({ background: flatten });
  picture.toFormat(output, options);
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  // Of raw pixels only their number is wanted.
  return { content: output === 'raw' ? null : data, width: info.width, height: info.height };
}

/** Ends this process with its picture when that takes too much. */
function watch() {
  const before = process.cpuUsage();
  return setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    const isTooMuch = (user + system) / 1000 > cpuMs || process.memoryUsage.rss() > memory;
    if (isTooMuch) process.send({ outcome: 'expensive' }, die);
  }, watchEveryMs);
}

process.on('message', async (job) => {
  const watching = watch();
  let answer;
  try {
    answer = { outcome: 'drawn', ...(await draw(job)) };
  } catch (error) {
    answer = { outcome: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
  }
  clearInterval(watching);
  process.send(answer);
});

process.send({ outcome: 'ready' });
