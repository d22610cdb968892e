import type { FastifyInstance } from 'fastify';
import { createMailOutbox } from '../modules/mail/mail.outbox.ts';
import { createSuppressions } from '../modules/mail/suppressions.ts';
import { createNearlyFull } from '../modules/tenants/tenant-usage.letters.ts';
import { createTenantService } from '../modules/tenants/tenants.service.ts';
import { createSchools } from '../modules/visits/schools.ts';
import { createVisitors } from '../modules/visits/visitors.ts';
import { systemClock } from '../platform/clock.ts';
import { Drain } from '../platform/drain.ts';
import type { DueWork } from '../platform/due-work.ts';
import { createGuesses } from '../platform/guesses.ts';
import { createKnownBrowsers } from '../platform/known-device.ts';
import { createMedia } from '../platform/media.ts';
import { createPasswordHasher } from '../platform/passwords.ts';
import { PictureWorkers } from '../platform/picture-workers.ts';
import { createReadiness } from '../platform/readiness.ts';
import { createUsageCounter } from '../platform/usage.ts';
import type { AppOptions } from './app-options.ts';
import { mediaOrigins } from './http.ts';

/** What most modules are handed. */
export type Basics = ReturnType<typeof createBasics>;

/**
 * @param addTask plans background work; not called before the server is ready
 */
export function createBasics(app: FastifyInstance, options: AppOptions, addTask: DueWork['add']) {
  const { database, panel, secretKey, baseDomain, stagingHosts = [], clock = systemClock } = options;
  const { publicUrl = null, drain = new Drain() } = options;
  const readiness = createReadiness({ url: options.databaseUrl });
  app.addHook('onReady', () => readiness.start());
  app.addHook('onClose', () => readiness.close());

  const pictures = new PictureWorkers(options.pictures);
  // Before the server waits for its connections to end: some of them wait for a picture.
  app.addHook('preClose', () => pictures.close());

  const suppressions = createSuppressions({ secretKey });
  const outbox = createMailOutbox({ secretKey, addTask, suppressions });
  const usage =
    options.countsUsage === true
      ? createUsageCounter({
          database,
          clock,
          onNearlyFull: createNearlyFull({ outbox }),
          onFailure: (error) => app.log.warn({ err: error }, 'what schools use could not be counted'),
        })
      : null;
  app.addHook('onReady', async () => usage?.start());
  app.addHook('onClose', () => usage?.close());

  const guesses = createGuesses({ database, secretKey });
  return {
    app,
    options,
    database,
    panel,
    secretKey,
    baseDomain,
    stagingHosts,
    publicUrl,
    clock,
    drain,
    readiness,
    addTask,
    pictures,
    media: createMedia(options.mediaStore ?? null, { redirects: mediaOrigins(options).length > 0 }),
    tenants: createTenantService({ database, baseDomain, stagingHosts }),
    hasher: createPasswordHasher(options.passwordCost),
    guesses,
    browsers: createKnownBrowsers({ secretKey, guesses }),
    visitors: createVisitors({ baseDomain }),
    schools: createSchools({ baseDomain }),
    suppressions,
    outbox,
    usage,
  };
}
