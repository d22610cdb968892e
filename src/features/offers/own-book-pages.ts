import type { OfferedPage } from '#src/sync/offered-book.ts';
import type { PageStore } from './use-offer-pages.ts';

/** Pages of a book of the platform until they are sent: as long as its form is open. */
export class OpenBookPages implements PageStore {
  #pages: readonly OfferedPage[] = [];

  forgetOld(): Promise<void> {
    return Promise.resolve();
  }

  readPages(): Promise<OfferedPage[]> {
    return Promise.resolve([...this.#pages]);
  }

  addPage(page: OfferedPage): Promise<void> {
    if (!this.#pages.some(({ sha256 }) => sha256 === page.sha256)) this.#pages = [...this.#pages, page];
    return Promise.resolve();
  }

  describePage(sha256: string, alt: string): Promise<void> {
    this.#pages = this.#pages.map((page) => (page.sha256 === sha256 ? { ...page, alt } : page));
    return Promise.resolve();
  }

  orderPages(order: readonly string[]): Promise<void> {
    this.#pages = order.flatMap((sha256) => this.#pages.find((page) => page.sha256 === sha256) ?? []);
    return Promise.resolve();
  }
}
