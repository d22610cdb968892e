import type { TestProject } from 'vitest/node';
import { makeDatabase, prepareDatabase } from '#server/platform/migrate.ts';
import { startTestCluster } from './test-cluster.ts';
import { templateDatabase, testSecretKey } from './test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the cluster's superuser, in its `postgres` database. */
    administratorUrl: string;
  }
}

/** One real PostgreSQL for the run, with a migrated template that each test file clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  await makeDatabase(cluster.ownerUrl('postgres'), templateDatabase);
  await prepareDatabase({
    ownerUrl: cluster.ownerUrl(templateDatabase),
    root: process.cwd(),
    secretKey: testSecretKey,
  });
  project.provide('administratorUrl', cluster.ownerUrl('postgres'));
  return () => cluster.stop();
}
