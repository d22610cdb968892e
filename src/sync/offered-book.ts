import { Dexie, type Table } from 'dexie';
import type { SyncEnvironment } from './environment.ts';
import { DeviceFullError, isQuotaError } from './quota.ts';

/** A page of a book that a visitor makes ready. */
export interface OfferedPage {
  sha256: string;
  media_type: 'image/jpeg' | 'image/png';
  bytes: Uint8Array<ArrayBuffer>;
  /** What it shows, for whoever does not see it. */
  alt: string;
}

/** What lets this device go on with an offer that it began. */
export interface OfferTicket {
  id: string;
  ticket: string;
  email: string;
}

interface FactRecord {
  name: string;
  value: unknown;
  /** Milliseconds since 1970. */
  kept_at: number;
}

/** After this nobody comes back for it. */
const daysKept = 30;

const places = 'places';
const ticket = 'ticket';

/**
 * The one book that a visitor makes ready on this device, with its pages. It has no account to be sealed for, and it is an adult’s:
 * it lies here until it was handed in, is thrown away, or nobody looked at it for a month.
 */
export class OfferedBookStore {
  readonly #environment: Pick<SyncEnvironment, 'now' | 'indexedDb'>;
  readonly #dexie: Dexie;
  readonly #pages: Table<OfferedPage, string>;
  readonly #facts: Table<FactRecord, string>;

  constructor(environment: Pick<SyncEnvironment, 'now' | 'indexedDb'>) {
    this.#environment = environment;
    this.#dexie = new Dexie('quillshelf:offered-book', environment.indexedDb);
    this.#dexie.version(1).stores({ pages: 'sha256', facts: 'name' });
    this.#pages = this.#dexie.table('pages');
    this.#facts = this.#dexie.table('facts');
  }

  /** Throws away what nobody came back for. */
  async forgetOld(): Promise<void> {
    const facts = await this.#facts.toArray();
    const newest = Math.max(0, ...facts.map(({ kept_at }) => kept_at));
    if (facts.length > 0 && this.#environment.now() - newest > daysKept * 86_400_000) await this.clear();
  }

  /** The pages in their order. */
  async readPages(): Promise<OfferedPage[]> {
    const order = await this.#order();
    const found = await this.#pages.bulkGet(order);
    return found.filter((page) => page !== undefined);
  }

  /** Behind the last one; a page that is there already stays where it is. @throws DeviceFullError */
  async addPage(page: OfferedPage): Promise<void> {
    try {
      await this.#dexie.transaction('rw', this.#pages, this.#facts, async () => {
        const order = await this.#order();
        if (order.includes(page.sha256)) return;
        await this.#pages.put(page);
        await this.#put(places, [...order, page.sha256]);
      });
    } catch (error) {
      throw isQuotaError(error) ? new DeviceFullError(error) : error;
    }
  }

  /** What a page shows. */
  async describePage(sha256: string, alt: string): Promise<void> {
    await this.#pages.update(sha256, { alt });
    await this.#touch();
  }

  /** These pages in this order; those that are not named are thrown away. */
  async orderPages(order: readonly string[]): Promise<void> {
    await this.#dexie.transaction('rw', this.#pages, this.#facts, async () => {
      const before = await this.#order();
      await this.#pages.bulkDelete(before.filter((sha256) => !order.includes(sha256)));
      await this.#put(places, [...order]);
    });
  }

  async readTicket(): Promise<OfferTicket | null> {
    return ((await this.#facts.get(ticket))?.value as OfferTicket | undefined) ?? null;
  }

  async keepTicket(value: OfferTicket | null): Promise<void> {
    await (value === null ? this.#facts.delete(ticket) : this.#put(ticket, value));
  }

  /** What is typed, by the name of its form; null where nothing is. */
  async readText(name: string): Promise<{ value: unknown; kept_at: number } | null> {
    const fact = await this.#facts.get(`text ${name}`);
    return fact ? { value: fact.value, kept_at: fact.kept_at } : null;
  }

  async keepText(name: string, value: unknown): Promise<void> {
    await this.#put(`text ${name}`, value);
  }

  async dropText(name: string): Promise<void> {
    await this.#facts.delete(`text ${name}`);
  }

  async clear(): Promise<void> {
    await this.#dexie.transaction('rw', this.#pages, this.#facts, async () => {
      await this.#pages.clear();
      await this.#facts.clear();
    });
  }

  close(): void {
    this.#dexie.close();
  }

  async #order(): Promise<string[]> {
    return ((await this.#facts.get(places))?.value as string[] | undefined) ?? [];
  }

  async #touch(): Promise<void> {
    await this.#put(places, await this.#order());
  }

  async #put(name: string, value: unknown): Promise<void> {
    await this.#facts.put({ name, value, kept_at: this.#environment.now() });
  }
}
