import type { FastifyInstance } from 'fastify';
import { forgottenGuesses } from '../platform/guesses.ts';
import { oldAnswers, oldKeys } from '../platform/idempotency.ts';
import { createMediaMover } from '../platform/media-mover.ts';
import type { Module, Platform } from '../platform/module.ts';
import { createPurger } from '../platform/purges.ts';
import { oldAudit, usualRetention, type Retention } from '../platform/retention.ts';
import { createSweeper, type OldRows } from '../platform/sweep.ts';
import { oldTasks } from '../platform/tasks.repository.ts';
import { createUsageCounter, oldUsage, type UsageCounter } from '../platform/usage.ts';
import type { AppOptions } from './app-options.ts';

/** The rows that a sweep deletes once a day. */
export const retentionRules = (modules: readonly Module<unknown>[], kept: Retention): readonly OldRows[] => [
  forgottenGuesses,
  oldAnswers,
  oldKeys,
  oldTasks,
  oldUsage,
  oldAudit(kept),
  ...modules.flatMap((module) => module.oldRows?.(kept) ?? []),
  ...modules.flatMap((module) => module.oldRoots?.(kept) ?? []),
];

/** Begins with the server and ends with it: the sweep of what is old, the move of media, and news for a shared cache. */
export function startUpkeep(
  app: FastifyInstance,
  options: AppOptions,
  { platform, modules }: { platform: Platform; modules: readonly Module<unknown>[] },
): void {
  const { database, clock, media, baseDomain, publicUrl } = platform;
  if (options.sweeps === true) {
    const rows = retentionRules(modules, options.retention ?? usualRetention);
    const onFailure = (error: unknown) => app.log.warn({ err: error }, 'what is old could not be swept away');
    const sweeper = createSweeper({ database, clock, rows, onFailure });
    app.addHook('onReady', async () => sweeper.start());
    app.addHook('onClose', () => sweeper.close());
  }
  if (media.store && options.movesMedia === true) {
    const onFailure = (error: unknown) => app.log.warn({ err: error }, 'media could not be moved');
    const mover = createMediaMover({ database, store: media.store, clock, onFailure });
    app.addHook('onReady', async () => mover.start());
    app.addHook('onClose', () => mover.close());
  }
  if (options.delivery?.purgeUrl) {
    const purger = createPurger({
      database,
      url: options.delivery.purgeUrl,
      baseDomain,
      publicUrl,
      onFailure: (error) => app.log.warn({ err: error }, 'a shared cache could not be told what to forget'),
    });
    app.addHook('onClose', () => purger.close());
  }
}

/** Counts what schools use, where this server does. */
export function countUsage(
  app: FastifyInstance,
  options: AppOptions,
  onNearlyFull: Parameters<typeof createUsageCounter>[0]['onNearlyFull'],
  { database, clock }: Platform,
): UsageCounter | null {
  if (options.countsUsage !== true) return null;
  const usage = createUsageCounter({
    database,
    clock,
    onNearlyFull,
    onFailure: (error) => app.log.warn({ err: error }, 'what schools use could not be counted'),
  });
  app.addHook('onReady', async () => usage.start());
  app.addHook('onClose', () => usage.close());
  return usage;
}
