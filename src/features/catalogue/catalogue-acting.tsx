import type { ComponentType, ReactNode } from 'react';
import { isKeptByPrivacy, privateAuthorWords } from '#contract/works/author-words.rules.ts';
import { mayPublish, mayShelve, mayWithdraw } from '#contract/catalogue/catalogue.rules.ts';
import type { CatalogueWork } from '#contract/catalogue/catalogue.schema.ts';
import type { WorkKind } from '#contract/works/works.schema.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { countedWorks } from './catalogue.words.ts';
import { ReasonDialog } from './reason.dialog.tsx';
import { ShelvesDialog } from './shelves.dialog.tsx';
import { whatIs, type CatalogueChanges } from './use-catalogue-changes.ts';
import type { Shelf } from './use-shelf-names.ts';

type Works = readonly CatalogueWork[];

/** What one does with one or several works; what asks first opens its question. */
export interface CatalogueActs {
  publish: (works: Works) => void;
  withdraw: (works: Works) => void;
  shelve: (works: Works) => void;
  feature: (works: Works, isFeatured: boolean) => void;
  takeDown: (work: CatalogueWork) => void;
  letBack: (work: CatalogueWork) => void;
  /** Null for those who do not run the shop. */
  sell: ((work: CatalogueWork) => void) | null;
}

/** What a dialog about the sale of one work is handed. */
export interface SaleOf {
  work: CatalogueWork | null;
  opened: boolean;
  onClose: () => void;
}

interface CatalogueActingProps {
  kind: WorkKind;
  shelves: readonly Shelf[];
  changes: CatalogueChanges;
  Sale?: ComponentType<SaleOf>;
  children: (acts: CatalogueActs) => ReactNode;
}

/** What is said of those that were picked and to whom it is not done; nothing where there are none. */
function left(asked: Works, able: Works, kind: WorkKind, [ofOne, ofMany]: readonly [string, string]): string {
  const count = asked.length - able.length;
  return count === 0 ? '' : `${countedWorks(count, kind)} ${count === 1 ? ofOne : ofMany}`;
}

/** Whose privacy keeps works from those whom they were meant for; empty where that is so of none. */
function privacyNote(works: Works): string {
  const kept = works.filter(isKeptByPrivacy);
  const [first] = kept;
  if (!first) return '';
  const change = 'You can change that first, in the class list.';
  return kept.length === 1
    ? `${privateAuthorWords(first.author?.first_name ?? first.byline)}. ${change} `
    : `The authors of ${kept.length} are private: only they and the teachers will see them. ${change} `;
}

const it = (works: Works) => (works.length === 1 ? 'it' : 'them');

/** The questions that are asked before works are changed; they stay open whatever becomes of the list. */
export function CatalogueActing({ kind, shelves, changes, Sale, children }: CatalogueActingProps) {
  const publishing = useDialog<Works>();
  const withdrawing = useDialog<Works>();
  const shelving = useDialog<Works>();
  const takingDown = useDialog<CatalogueWork>();
  const selling = useDialog<CatalogueWork>();
  const toPublish = publishing.subject?.filter(mayPublish) ?? [];
  const toWithdraw = withdrawing.subject?.filter(mayWithdraw) ?? [];
  const toShelve = shelving.subject?.filter(mayShelve) ?? [];
  const down = takingDown.subject;

  return (
    <>
      {children({
        publish: publishing.open,
        withdraw: withdrawing.open,
        shelve: shelving.open,
        feature: (works, isFeatured) => void changes.feature(works, isFeatured),
        takeDown: takingDown.open,
        letBack: (work) => void changes.letBack(work),
        sell: Sale ? selling.open : null,
      })}
      {Sale && <Sale work={selling.subject} opened={selling.opened} onClose={selling.close} />}
      <ConfirmDialog
        opened={publishing.opened}
        title={`Publish ${whatIs(toPublish, kind)}?`}
        question={
          <>
            Those for whom {toPublish.length === 1 ? 'its author' : 'each author'} meant {it(toPublish)} find{' '}
            {it(toPublish)} in the library at once. {privacyNote(toPublish)}
            {left(publishing.subject ?? [], toPublish, kind, [
              'cannot be published: nobody said yes to it yet, it is private, or it was taken down.',
              'cannot be published: nobody said yes to them yet, they are private, or they were taken down.',
            ])}
          </>
        }
        confirmLabel="Publish"
        onConfirm={async () => {
          await changes.publish(toPublish);
        }}
        onClose={publishing.close}
      />
      <ReasonDialog
        name={`withdraw ${kind}`}
        opened={withdrawing.opened}
        title={`Take ${whatIs(toWithdraw, kind)} off the shelf?`}
        question={`Nobody finds ${it(toWithdraw)} in the library any more, nor on tablets that keep ${it(toWithdraw)}, as soon as they have a network. You can publish ${it(toWithdraw)} again. ${left(
          withdrawing.subject ?? [],
          toWithdraw,
          kind,
          ['stays as it is.', 'stay as they are.'],
        )}`}
        submitLabel="Take off the shelf"
        onSubmit={(reason) => changes.withdraw(toWithdraw, reason)}
        onClose={withdrawing.close}
      />
      <ShelvesDialog
        opened={shelving.opened}
        title={`Shelves of ${whatIs(toShelve, kind)}`}
        works={toShelve}
        shelves={shelves}
        note={left(shelving.subject ?? [], toShelve, kind, [
          'is still being written: its author chooses its shelves.',
          'are still being written: their authors choose their shelves.',
        ])}
        onSave={(change) => changes.shelve(toShelve, change)}
        onClose={shelving.close}
      />
      <ReasonDialog
        name={`take-down ${down?.id ?? ''}`}
        opened={takingDown.opened}
        title={down ? `Take ${whatIs([down], kind)} down?` : ''}
        question="Nobody reads it any more, also on tablets that keep it, as soon as they have a network. You can reinstate it later."
        submitLabel="Take it down"
        onSubmit={async (reason) => (down ? await changes.takeDown(down, reason) : true)}
        onClose={takingDown.close}
      />
    </>
  );
}
