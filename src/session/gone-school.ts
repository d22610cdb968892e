import { loadCore } from './load-core.ts';
import { report } from './report.ts';

/** What anybody keeps on this tablet of a school that is gone. Where it fails, the next visit tries again. */
export async function forgetSchool(tenantId: string): Promise<void> {
  try {
    const { core, environment } = await loadCore(() => import('#src/sync/kept-books.ts'));
    await core.dropBooksOf(environment, tenantId);
  } catch (error) {
    report(error);
  }
}
