import type { Module } from '#server/platform/module.ts';
import type { StudentAccounts } from '../students/student-accounts.ts';
import type { SnapshotSource } from '../sync/snapshot-source.ts';
import { oldVersions } from './old-versions.ts';
import { writingRoutes } from './writing.routes.ts';
import { chapterSnapshot, storySnapshot } from './writing.snapshot.ts';

/** Stories and books that somebody writes here. */
export function createWriting(options: {
  accounts: Pick<StudentAccounts, 'noteBooks'>;
}): Module<SnapshotSource> {
  return {
    routes: writingRoutes(options.accounts),
    snapshots: [storySnapshot, chapterSnapshot],
    oldRows: (kept) => [oldVersions(kept)],
  };
}
