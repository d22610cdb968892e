import type { Module, OptionsOf } from '#server/platform/module.ts';
import type { SnapshotSource } from '../sync/snapshot-source.ts';
import { importRoutes } from './imports.routes.ts';
import { createImportService } from './imports.service.ts';
import { importSnapshot } from './imports.snapshot.ts';

/** Children who are added from a list. */
export function createImports(deps: OptionsOf<typeof createImportService>): Module<SnapshotSource> {
  return { routes: importRoutes(createImportService(deps)), snapshots: [importSnapshot] };
}
