import type { PanelWork, PanelWorkText } from '#contract/panel/works.schema.ts';
import type { WorkCard } from '#contract/works/works.schema.ts';
import { askInTenants, type TenantQuestion } from '#server/platform/ask-in-tenants.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';
import type { ListedWork } from './works.list.ts';

type ReadHere = Omit<PanelWorkText, 'tenant' | 'url' | 'watch' | 'reports' | 'is_picked'> & { slug: string };

/** What of works the panel is handed; each runs in the rows of the school. */
export interface WorksAcross {
  /** Those that a stranger may see, as they see them. */
  listForStrangers: (
    transaction: TenantTransaction,
    tenantId: string,
    ids: readonly string[],
  ) => Promise<readonly WorkCard[]>;
  /** The same, asked of many schools at once. */
  cardsForStrangers: TenantQuestion<WorkCard>;
  /** `reader`: who may read all of it there; null: they read what strangers read. */
  read(
    transaction: TenantTransaction,
    work: { tenantId: string; workId: string; isOpen: boolean },
    reader: string | null,
  ): Promise<ReadHere | null>;
}

/** Each school is asked what a stranger may see of these, one after the other: nothing sees two of them at once. */
export async function shownInTenants<Shown extends { id: string }>(
  transaction: TenantTransaction,
  rows: readonly { tenant_id: string; id: string }[],
  listShown: (
    transaction: TenantTransaction,
    tenantId: string,
    ids: readonly string[],
  ) => Promise<readonly Shown[]>,
): Promise<ReadonlyMap<string, Shown>> {
  const wanted = new Map<string, string[]>();
  for (const { tenant_id, id } of rows) wanted.set(tenant_id, [...(wanted.get(tenant_id) ?? []), id]);
  const shown = new Map<string, Shown>();
  for (const [tenantId, ids] of wanted)
    for (const work of await elsewhere(transaction, tenantId, () => listShown(transaction, tenantId, ids)))
      shown.set(`${tenantId} ${work.id}`, work);
  return shown;
}

/** What a stranger may see of these now, by school and id. */
export async function cardsInTenants(
  transaction: TenantTransaction,
  rows: readonly { tenant_id: string; id: string }[],
  { cardsForStrangers }: Pick<WorksAcross, 'cardsForStrangers'>,
): Promise<ReadonlyMap<string, WorkCard>> {
  const answers = await askInTenants(transaction, rows, cardsForStrangers);
  return new Map(answers.map(({ tenant_id, answer }) => [`${tenant_id} ${answer.id}`, answer]));
}

/** Works as a stranger sees them now. What a school has taken from strangers a moment ago is not among them. */
export async function toWorks(
  transaction: TenantTransaction,
  rows: readonly ListedWork[],
  works: Pick<WorksAcross, 'cardsForStrangers'>,
): Promise<PanelWork[]> {
  const shown = await cardsInTenants(transaction, rows, works);
  return rows.flatMap(({ id, tenant_id, school_name, published_at, reports, is_picked }): PanelWork[] => {
    const work = shown.get(`${tenant_id} ${id}`);
    if (!work) return [];
    const { kind, title, byline, cover, language, level, sdgs } = work;
    return [
      {
        tenant: { id: tenant_id, school_name },
        id,
        kind,
        title,
        byline,
        cover,
        language,
        level,
        sdgs,
        published_at: published_at.toISOString(),
        reports,
        is_picked,
      },
    ];
  });
}
