import { snapshotSchemaVersion, tableVersions } from '#contract/sync/sync.schema.ts';

/** What a cursor says of rows that are all as this version of the app knows them. */
export const ourShapes = { schema: snapshotSchemaVersion, tables: tableVersions };
