import type { ReactNode } from 'react';
import { seesWholeSchool } from '#contract/kit/roles.ts';
import type { CatalogueWork } from '#contract/catalogue/catalogue.schema.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import type { WorkKind } from '#contract/works/works.schema.ts';
import { CatalogueScreen } from '#src/features/catalogue/catalogue.screen.tsx';
import { SaleDialog } from '#src/features/sales/sale.dialog.tsx';
import { useUser } from '#src/session/use-session.ts';
import { Gate } from '../classroom.tsx';

interface WorksPageProps {
  kind: WorkKind;
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
  const user = useUser();
  const isOffice = user !== null && seesWholeSchool(user.role);
  return (
    <Gate title={props.kind === 'book' ? 'Books' : 'Stories'}>
      <CatalogueScreen
        // Another list begins anew: nothing of the one before is picked in it.
        key={props.kind}
        description={
          isOffice
            ? 'All of the school, from the first word to the library.'
            : 'All that your students write, from the first word to the library.'
        }
        {...props}
        {...(sells && { Sale })}
      />
    </Gate>
  );
}
