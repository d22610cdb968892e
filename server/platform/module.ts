import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import type { Drain } from './drain.ts';
import type { DueWork, TaskKind } from './due-work.ts';
import type { Guesses } from './guesses.ts';
import type { Addressed } from './host.ts';
import type { KnownBrowsers } from './known-device.ts';
import type { Media } from './media.ts';
import type { Panel } from './panel.ts';
import type { PasswordHasher } from './passwords.ts';
import type { PictureWorkers } from './picture-workers.ts';
import type { Readiness } from './readiness.ts';
import type { Retention } from './retention.ts';
import type { HostTenant, Route } from './route.ts';
import type { SecretKey } from './secret-key.ts';
import type { OldRows } from './sweep.ts';

/** What every module may ask for. */
export interface Platform {
  readonly database: Database;
  /** Undefined where this server has no lists of the platform. */
  readonly panel: Panel | undefined;
  readonly secretKey: SecretKey;
  readonly baseDomain: string;
  readonly stagingHosts: readonly string[];
  /** Scheme and port of links; null: those of the request. */
  readonly publicUrl: string | null;
  readonly clock: Clock;
  readonly drain: Drain;
  readonly readiness: Readiness;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  readonly addTask: DueWork['add'];
  readonly pictures: PictureWorkers;
  readonly media: Media;
  readonly hasher: PasswordHasher;
  readonly guesses: Guesses;
  readonly browsers: KnownBrowsers;
}

type FindTenant = (host: string | undefined) => Promise<HostTenant & Addressed>;

/** Where modules serve what is no endpoint. */
export interface Web {
  readonly app: FastifyInstance;
  /** The tenant of a host. @throws Problem where there is none */
  readonly findTenant: FindTenant;
  /** The same. @throws Problem where it is suspended or gone, too */
  readonly findOpenTenant: FindTenant;
}

/**
 * What a module answers when it is made. All that is collected of modules stands here, so that one which is listed in `server/modules.ts`
 * is registered everywhere.
 */
export interface Module<Snapshot = never> {
  readonly routes: readonly Route[];
  /** Kinds of background work. */
  readonly tasks?: readonly TaskKind[];
  /** How devices are shown its rows. */
  readonly snapshots?: readonly Snapshot[];
  /** What the daily sweep takes away, in this order. */
  readonly oldRows?: (kept: Retention) => readonly OldRows[];
  /** What it takes away after the old rows of all modules, since they hang on it. */
  readonly oldRoots?: (kept: Retention) => readonly OldRows[];
  /** Serves files, pages, and events that others send. */
  readonly serve?: (web: Web) => void;
  /** When the server is ready. */
  readonly start?: () => Promise<void>;
  readonly close?: () => Promise<void>;
}

/** What a function that makes something is handed. */
export type OptionsOf<Create extends (options: never) => unknown> = Parameters<Create>[0];

type Functions<Thing, Name extends keyof Thing> = {
  [Each in Name]: Thing[Each] extends (...input: never) => unknown ? Thing[Each] : never;
};

/**
 * Functions of a module that is made after the one which calls them. They are looked for when they are called, and that is
 * not before all modules are made.
 */
export function later<Thing, Name extends keyof Thing>(
  find: () => Thing,
  ...names: Name[]
): Functions<Thing, Name> {
  const call =
    (name: Name) =>
    (...input: unknown[]) => {
      const thing = find();
      return (thing[name] as (...of: unknown[]) => unknown).apply(thing, input);
    };
  return Object.fromEntries(names.map((name) => [name, call(name)])) as Functions<Thing, Name>;
}
