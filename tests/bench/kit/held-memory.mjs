/*
 * Loaded into a server that is measured: from SIGUSR2 on it writes down some times a second what its program holds after everything else
 * was thrown away, objects and buffers together.
 */
import { appendFileSync } from 'node:fs';
import v8 from 'node:v8';
import vm from 'node:vm';

const file = process.env.HELD_MEMORY;
// Processes that it starts load this, too.
if (file !== undefined && process.argv[1]?.endsWith('main.js'))
  process.once('SIGUSR2', () => {
    v8.setFlagsFromString('--expose-gc');
    const collect = vm.runInNewContext('gc');
    const look = () => {
      // The second one waits until the buffers of the first are gone.
      collect();
      collect();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      appendFileSync(file, `${Date.now()} ${heapUsed + arrayBuffers}\n`);
      // It takes its time, and the server is to have some, too.
      setTimeout(look, 400).unref();
    };
    look();
  });
