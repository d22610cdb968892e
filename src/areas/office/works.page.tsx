import type { ReactNode } from 'react';
import type { CatalogueWork } from '#contract/catalogue/catalogue.schema.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import type { WorkKind } from '#contract/works/works.schema.ts';
import { CatalogueScreen } from '#src/features/catalogue/catalogue.screen.tsx';
import { SaleDialog } from '#src/features/sales/sale.dialog.tsx';

interface WorksPageProps {
  kind: WorkKind;
  description: string;
  actions?: ReactNode;
  breadcrumb?: ReactNode;
  /** True for those who run the shop. */
  sells?: boolean;
}

interface SaleProps {
  work: CatalogueWork | null;
  opened: boolean;
  onClose: () => void;
}

function Sale({ work, ...dialog }: SaleProps) {
  const of = work && {
    id: work.id,
    title: titleOf(work),
    author_id: work.author?.id ?? null,
  };
  return <SaleDialog work={of} {...dialog} />;
}

/** All books, or all stories, of those whom one looks after. */
export function WorksPage({ sells = false, ...props }: WorksPageProps) {
  // Another list begins anew: nothing of the one before is picked in it.
  return <CatalogueScreen key={props.kind} {...props} {...(sells && { Sale })} />;
}
