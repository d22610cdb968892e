import type { SyncEnvironment } from '#src/sync/environment.ts';

/** A part of the offline core, which comes when it is first needed, and what it runs on. */
export async function loadCore<Core>(
  load: () => Promise<Core>,
): Promise<{ core: Core; environment: SyncEnvironment }> {
  const [core, { browserEnvironment }] = await Promise.all([
    load(),
    import('#src/sync/browser-environment.ts'),
  ]);
  return { core, environment: browserEnvironment() };
}
