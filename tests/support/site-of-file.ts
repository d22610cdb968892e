import type { BrowserContext } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { openContext } from './browser.ts';
import { startDemoServer } from './demo-server.ts';
import type { ServerProcess } from './server-process.ts';

/** The built server with the demo's schools, and a browser of which each context forgets everything when it closes. */
interface Site {
  readonly server: ServerProcess;
  /** `origin('greenfield')` of a school, `origin()` of the platform's own site. */
  origin(subdomain?: string): string;
  /** Somebody's tablet. It is closed after the file's tests where no test did so before. */
  newContext(options?: Parameters<typeof openContext>[0]): Promise<BrowserContext>;
}

/**
 * One site for all tests of a file. It is there as soon as their first `beforeAll` runs, and closed after the last of them.
 * `hasWorkers`: of those of its tablets that say nothing else, see `openContext`.
 */
export function siteOfFile({ hasWorkers = true } = {}): Site {
  let server: ServerProcess | undefined;
  const contexts: BrowserContext[] = [];
  const there = (): ServerProcess => {
    if (server === undefined) throw new Error('The site is there from the first beforeAll on, not before.');
    return server;
  };
  beforeAll(async () => {
    server = await startDemoServer();
  });
  afterAll(async () => {
    for (const context of contexts) await context.close();
    await server?.dispose();
  });
  return {
    get server() {
      return there();
    },
    origin: (subdomain) => there().origin(subdomain),
    async newContext(options) {
      const context = await openContext({ hasWorkers, ...options });
      contexts.push(context);
      return context;
    },
  };
}
