import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#server/platform/database.ts';
import { makeDatabase, prepareDatabase, refreshStatistics } from '#server/platform/migrate.ts';
import { readOrCreateSecretKey } from '#server/platform/secret-key.ts';
import { seed } from '#server/seeds/demo.ts';
import { demoTemplate } from './demo-server.ts';
import { startTestCluster } from './test-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    demo: {
      /** Address of the cluster's superuser, in its `postgres` database. */
      administratorUrl: string;
      /** File with the key that the demo's pupil passwords are sealed with. */
      secretKeyFile: string;
    };
  }
}

/** One real PostgreSQL for the run, with the demo's schools in a template that each server of a test clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  const ownerUrl = cluster.ownerUrl(demoTemplate);
  const secretKeyFile = path.join(cluster.folder, 'secret.key');
  const secretKey = await readOrCreateSecretKey(secretKeyFile);
  await makeDatabase(cluster.ownerUrl('postgres'), demoTemplate);
  const { url } = await prepareDatabase({ ownerUrl, root: process.cwd(), secretKey });
  const database = openDatabase(url);
  await seed({ database, secretKey }, 'demo');
  await database.destroy();
  await refreshStatistics(ownerUrl);
  project.provide('demo', { administratorUrl: cluster.ownerUrl('postgres'), secretKeyFile });
  return () => cluster.stop();
}
