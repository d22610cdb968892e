import type { TestProject } from 'vitest/node';
import { openDatabase } from '#server/platform/database.ts';
import { makeDatabase } from '#server/platform/migrate.ts';
import { cloneAs, startTestCluster } from './test-cluster.ts';
import { cheapHasher, preparePatiently, templates, testSecretKey } from './test-database.ts';
import { makeSchools, type Schools } from './three-schools.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the cluster's superuser, in its `postgres` database. */
    administratorUrl: string;
    /** Address of the program in the template with schools. The same role may sign in to its clones. */
    schoolsUrl: string;
    /** The same of the platform's panel. */
    schoolsPanelUrl: string;
    /** What is in the template with schools. */
    schools: Schools;
  }
}

/** One real PostgreSQL for the run, with two templates to clone: a migrated one, and one with the schools of API tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  const administratorUrl = cluster.ownerUrl('postgres');
  const prepare = (template: string) => preparePatiently(cluster.ownerUrl(template));
  await makeDatabase(administratorUrl, templates.migrated);
  await prepare(templates.migrated);
  await cloneAs(administratorUrl, templates.schools, templates.migrated);
  const { url, panelUrl } = await prepare(templates.schools);
  const database = openDatabase(url);
  const schools = await makeSchools({ database, secretKey: testSecretKey, hasher: cheapHasher });
  await database.destroy();
  project.provide('administratorUrl', administratorUrl);
  project.provide('schoolsUrl', url);
  project.provide('schoolsPanelUrl', panelUrl);
  project.provide('schools', schools);
  return () => cluster.stop();
}
