import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { Closing } from '#server/installation.ts';
import { bigSchool, startBigSchool, type BenchServer } from './big-school.ts';

export interface BenchSchool {
  readonly server: BenchServer;
  /** Of the big school. */
  readonly origin: string;
  /** For what a browser keeps over its restarts. */
  readonly folder: string;
}

/** One big school for a whole file of measurements, and a folder for the browser that visits it. */
export function schoolOfBench(): BenchSchool {
  const closing = new Closing();
  let opened: BenchSchool | undefined;
  const there = (): BenchSchool => {
    if (!opened) throw new Error('The school is there from the first beforeAll on, not before.');
    return opened;
  };
  beforeAll(async () => {
    const server = await startBigSchool();
    closing.add(() => server.close());
    const folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-bench-'));
    closing.add(() => rm(folder, { recursive: true, force: true }));
    opened = { server, folder, origin: server.process.origin(bigSchool.subdomain) };
  });
  afterAll(() => closing.close());
  return {
    get server() {
      return there().server;
    },
    get origin() {
      return there().origin;
    },
    get folder() {
      return there().folder;
    },
  };
}
