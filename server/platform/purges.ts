import { setTimeout as sleep } from 'node:timers/promises';
import { afterCommit, inTenant, type Database, type TenantTransaction } from './database.ts';
import { originOn } from './host.ts';

/** Milliseconds until an answer, and before each further try. */
const answersWithin = 10_000;
const usualPauses: readonly number[] = [1000, 5000, 20_000];

const purgers = new WeakMap<Database, (tenantId: string, paths: readonly string[]) => void>();

/** Once the transaction is committed, caches that many share forget these paths, where this server was told of one. */
export function purgeLater(transaction: TenantTransaction, tenantId: string, paths: readonly string[]): void {
  if (paths.length > 0) afterCommit(transaction, (database) => purgers.get(database)?.(tenantId, paths));
}

/**
 * Tells the cache before this installation what is not for everybody any more: `POST` with `{ "urls": […] }`. Tried a few times and then left:
 * the cache lets it go by itself soon (`MEDIA_PUBLIC_SECONDS`).
 */
export function createPurger(options: {
  database: Database;
  url: string;
  baseDomain: string;
  /** Scheme and port of what people see; null: https. */
  publicUrl: string | null;
  onFailure: (error: unknown) => void;
  /** Milliseconds before each further try; left out: as usual. */
  pauses?: readonly number[];
}): { close(): Promise<void> } {
  const { database, url, baseDomain, publicUrl, onFailure, pauses = usualPauses } = options;
  const closing = new AbortController();
  const running = new Set<Promise<void>>();

  async function listOrigins(tenantId: string): Promise<string[]> {
    const tenant = await inTenant(database, tenantId, (transaction) =>
      transaction
        .selectFrom('tenants')
        .select(['subdomain', 'verified_host'])
        .where('id', '=', tenantId)
        .executeTakeFirst(),
    );
    const { subdomain = null, verified_host = null } = tenant ?? {};
    const hosts = [subdomain === null ? null : `${subdomain}.${baseDomain}`, verified_host];
    return hosts.flatMap((host) => (host === null ? [] : [originOn(publicUrl ?? 'https://any', host)]));
  }

  async function tell(urls: readonly string[]): Promise<void> {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ urls }),
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(answersWithin)]),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`MEDIA_PURGE_URL answered ${answer.status}`);
  }

  async function purge(tenantId: string, paths: readonly string[]): Promise<void> {
    const origins = await listOrigins(tenantId);
    const urls = origins.flatMap((origin) => paths.map((path) => `${origin}${path}`));
    for (let attempt = 0; ; attempt += 1)
      try {
        return await tell(urls);
      } catch (error) {
        const pause = pauses[attempt];
        if (pause === undefined || closing.signal.aborted) throw error;
        await sleep(pause, undefined, { signal: closing.signal });
      }
  }

  purgers.set(database, (tenantId, paths) => {
    const work = purge(tenantId, paths)
      .catch(onFailure)
      .finally(() => running.delete(work));
    running.add(work);
  });

  return {
    async close() {
      purgers.delete(database);
      closing.abort();
      await Promise.all(running);
    },
  };
}
