import type { Module } from '#server/platform/module.ts';
import type { SnapshotSource } from '../sync/snapshot-source.ts';
import { classRoutes } from './classes.routes.ts';
import { classSnapshot } from './classes.snapshot.ts';

/** Classes of a school. */
export function createClasses(): Module<SnapshotSource> {
  return { routes: classRoutes(), snapshots: [classSnapshot] };
}
