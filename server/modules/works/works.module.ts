import type { Module, OptionsOf } from '#server/platform/module.ts';
import { clearPrices, findForSale, listCollecting, lockSale, setSale } from './for-sale.ts';
import { noteCopies, oldCopies } from './kept-copies.ts';
import { looksAfterPerson, looksAfterWork } from './looked-after.ts';
import { ofPerson } from './own-snapshot.ts';
import { notePublishedWorks } from './published-works.ts';
import { listRaised } from './raised.repository.ts';
import { audienceOf, readerOf, visibleTo } from './reader.ts';
import { cardsForStrangers, findWork, hasOwnWork } from './works.repository.ts';
import { workRoutes } from './works.routes.ts';
import { listChapters, listPages } from './works.service.ts';

/** What modules that do not stand on this one may ask about works, and do with them. */
export const works = {
  audienceOf,
  cardsForStrangers,
  clearPrices,
  findForSale,
  findWork,
  hasOwnWork,
  isForStrangers: (tenantId: string) => visibleTo({ kind: 'visitor' }, tenantId),
  listChapters,
  listCollecting,
  listPages,
  listRaised,
  lockSale,
  looksAfterPerson,
  looksAfterWork,
  noteCopies,
  notePublishedWorks,
  ofPerson,
  readerOf,
  setSale,
};

/** Books and stories: who sees which, and where they are kept. */
export function createWorks(deps: OptionsOf<typeof workRoutes>): Module {
  return { routes: workRoutes(deps), oldRows: () => [oldCopies] };
}
