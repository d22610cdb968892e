import type { Module } from '#server/platform/module.ts';
import type { SnapshotSource } from '../sync/snapshot-source.ts';
import { readingRoutes } from './reading.routes.ts';
import { findOnShelf, listOnShelf } from './reading.service.ts';
import { readingSnapshot, settingsSnapshot } from './reading.snapshot.ts';

/** Works as somebody has them on the own shelf. */
export const onShelf = { findOnShelf, listOnShelf };

/** Where somebody is in a book, what they said of it, and how pages look to them. */
export function createReading(): Module<SnapshotSource> {
  return { routes: readingRoutes(), snapshots: [readingSnapshot, settingsSnapshot] };
}
