import type { Module } from '#server/platform/module.ts';
import type { SnapshotSource } from '../sync/snapshot-source.ts';
import { oldVersions } from './old-versions.ts';
import { writingRoutes } from './writing.routes.ts';
import { chapterSnapshot, storySnapshot } from './writing.snapshot.ts';

/** Stories and books that somebody writes here. */
export function createWriting(): Module<SnapshotSource> {
  return {
    routes: writingRoutes(),
    snapshots: [storySnapshot, chapterSnapshot],
    oldRows: (kept) => [oldVersions(kept)],
  };
}
