import type { FastifyInstance } from 'fastify';
import { systemClock } from '../platform/clock.ts';
import { Drain } from '../platform/drain.ts';
import { createGuesses } from '../platform/guesses.ts';
import { createKnownBrowsers } from '../platform/known-device.ts';
import { createMedia } from '../platform/media.ts';
import type { Platform } from '../platform/module.ts';
import { createPasswordHasher } from '../platform/passwords.ts';
import { PictureWorkers } from '../platform/picture-workers.ts';
import { createReadiness } from '../platform/readiness.ts';
import type { AppOptions } from './app-options.ts';
import { mediaOrigins } from './http.ts';

/**
 * What all modules are handed.
 * @param addTask plans background work; not called before the server is ready
 */
export function createPlatform(
  app: FastifyInstance,
  options: AppOptions,
  addTask: Platform['addTask'],
): Platform {
  const { database, panel, secretKey, baseDomain, stagingHosts = [], clock = systemClock } = options;
  const { publicUrl = null, drain = new Drain() } = options;
  const readiness = createReadiness({ url: options.databaseUrl });
  app.addHook('onReady', () => readiness.start());
  app.addHook('onClose', () => readiness.close());

  const pictures = new PictureWorkers(options.pictures);
  // Before the server waits for its connections to end: some of them wait for a picture.
  app.addHook('preClose', () => pictures.close());

  const guesses = createGuesses({ database, secretKey });
  return {
    database,
    panel,
    secretKey,
    baseDomain,
    stagingHosts,
    publicUrl,
    clock,
    drain,
    readiness,
    log: app.log,
    addTask,
    pictures,
    media: createMedia(options.mediaStore ?? null, { redirects: mediaOrigins(options).length > 0 }),
    hasher: createPasswordHasher(options.passwordCost),
    guesses,
    browsers: createKnownBrowsers({ secretKey, guesses }),
  };
}
