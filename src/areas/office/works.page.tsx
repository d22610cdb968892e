import type { ReactNode } from 'react';
import type { WorkKind } from '#contract/works/works.schema.ts';
import { CatalogueScreen } from '#src/features/catalogue/catalogue.screen.tsx';

interface WorksPageProps {
  kind: WorkKind;
  description: string;
  /** Where one that was handed in is read and answered. */
  reviewHref: (id: string) => string;
  actions?: ReactNode;
  breadcrumb?: ReactNode;
}

/** All books, or all stories, of those whom one looks after. */
export function WorksPage(props: WorksPageProps) {
  // Another list begins anew: nothing of the one before is picked in it.
  return <CatalogueScreen key={props.kind} {...props} />;
}
