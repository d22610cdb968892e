import { useCallback, type ReactNode } from 'react';
import { paths } from '#contract/kit/paths.ts';
import type { CatalogueWork } from '#contract/catalogue/catalogue.schema.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import type { WorkKind } from '#contract/works/works.schema.ts';
import { CatalogueScreen } from '#src/features/catalogue/catalogue.screen.tsx';
import { useChildHref } from '../use-child-href.ts';
import { SaleDialog } from '#src/features/sales/sale.dialog.tsx';

interface WorksPageProps {
  kind: WorkKind;
  description: string;
  /** Where one that was handed in is read and answered. */
  reviewHref: (id: string) => string;
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
    permissionHref: work.author && paths.school.student({ userId: work.author.id }),
  };
  return <SaleDialog work={of} {...dialog} />;
}

/** All books, or all stories, of those whom one looks after. */
export function WorksPage({ sells = false, ...props }: WorksPageProps) {
  // Another list begins anew: nothing of the one before is picked in it.
  const childHref = useChildHref();
  const authorHref = useCallback(
    // Works of the staff stand in no class.
    ({ author, school_class }: CatalogueWork) => author && school_class && childHref(author, school_class.id),
    [childHref],
  );
  return <CatalogueScreen key={props.kind} {...props} authorHref={authorHref} {...(sells && { Sale })} />;
}
