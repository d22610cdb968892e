import { listLines } from '../modules/cart/cart.repository.ts';
import { classAccess } from '../modules/classes/classes.service.ts';
import { classSnapshot } from '../modules/classes/classes.snapshot.ts';
import { profileSnapshot } from '../modules/identity/identity.snapshot.ts';
import { importSnapshot } from '../modules/imports/imports.snapshot.ts';
import { assignmentSnapshot } from '../modules/learning/assignments.snapshot.ts';
import { listLearning } from '../modules/learning/learning.repository.ts';
import { studentSnapshot } from '../modules/students/students.snapshot.ts';
import { createCheckService } from '../modules/sync/check.service.ts';
import { grantRoutes } from '../modules/sync/grants.routes.ts';
import { createGrantService } from '../modules/sync/grants.service.ts';
import { createParkedService } from '../modules/sync/parked.service.ts';
import { createPokeService } from '../modules/sync/pokes.service.ts';
import { createPullService } from '../modules/sync/pull.service.ts';
import { createPushService } from '../modules/sync/push.service.ts';
import { readableScopesOf } from '../modules/sync/readable-scopes.ts';
import { createResetGate } from '../modules/sync/reset-gate.ts';
import { syncRoutes } from '../modules/sync/sync.routes.ts';
import { noteCopies } from '../modules/works/kept-copies.ts';
import { ofPerson } from '../modules/works/own-snapshot.ts';
import { pictureRoutes } from '../modules/works/pictures.routes.ts';
import { findOnShelf } from '../modules/works/reading.service.ts';
import { readingSnapshot, settingsSnapshot } from '../modules/works/reading.snapshot.ts';
import { chapterSnapshot, storySnapshot } from '../modules/works/writing.snapshot.ts';
import { createManyStreams } from '../modules/tenants/tenant-usage.letters.ts';
import { Announcements } from '../platform/announcements.ts';
import { inTenant } from '../platform/database.ts';
import type { Route } from '../platform/route.ts';
import type { Basics } from './basics.ts';
import type { People } from './people.ts';

/** What devices read and send: snapshots, queued calls, streams, grants, and pictures and recordings. */
export function createSync(basics: Basics, people: People, routes: readonly Route[]) {
  const { app, options, database, clock, pictures, outbox } = basics;
  const { identity } = people;
  const readableScopes = readableScopesOf(classAccess);
  const sources = [
    classSnapshot,
    studentSnapshot,
    importSnapshot,
    profileSnapshot,
    storySnapshot,
    chapterSnapshot,
    readingSnapshot,
    settingsSnapshot,
    ofPerson('cart', listLines),
    ofPerson('learning', listLearning),
    assignmentSnapshot,
  ];
  const { resetsPerSecond: perSecond } = options;
  const resets = perSecond === undefined ? undefined : createResetGate({ clock, perSecond });
  const pull = createPullService({ readableScopes, sources, findOnShelf, noteCopies, clock, resets });
  const check = createCheckService({ readableScopes, sources });
  const push = createPushService({
    database,
    routes,
    onUnexpected: (error, call) => app.log.error({ err: error, call }, 'a queued call failed'),
  });

  const announcements = new Announcements({
    database,
    url: options.directUrl ?? options.databaseUrl,
    onFailure: (error, what) => app.log.warn({ err: error }, what),
  });
  const tellManyStreams = createManyStreams({ outbox });
  const pokes = createPokeService({
    database,
    announcements,
    readableScopes,
    findActors: (transaction, tenantId, tokens) =>
      identity.findActors(transaction, tenantId, tokens, clock.now()),
    limits: options.pokes ?? {},
    onNearlyAll: (tenantId) =>
      inTenant(database, tenantId, (transaction) => tellManyStreams(transaction, tenantId, clock.now())),
    onFailure: (error) => app.log.warn({ err: error }, 'streams could not be looked after'),
  });
  app.addHook('onClose', async () => {
    await pokes.close();
    await announcements.close();
  });
  const parked = createParkedService({ classes: classAccess, routes });
  const grants = createGrantService({ database, push, parked });
  return {
    routes: [
      ...syncRoutes({ database, pull, push, pokes, check, pushes: options.rates?.pushes }),
      ...grantRoutes({ grants, parked }),
      ...pictureRoutes({
        database,
        findGranted: (signed, context) => grants.findSigner(signed, context),
        workers: pictures,
      }),
    ],
  };
}
