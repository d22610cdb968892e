import { inject } from 'vitest';
import { createProviders } from '#server/modules/providers/providers.ts';
import type { Provider } from '#server/modules/providers/provider.ts';
import type { PeerName } from '#server/sandbox/peer.ts';
import { openSandbox, type Sandbox } from '#server/sandbox/sandbox.ts';
import { makeCauses, makeWorks, openShop, putUpForSale, readCauses } from '#server/seeds/factories.ts';
import type { TestSchool } from '#tests/support/api-world.ts';
import { TestClock } from '#tests/support/test-clock.ts';
import {
  cheapHasher,
  createTestDatabase,
  testSecretKey,
  type TestDatabase,
} from '#tests/support/test-database.ts';

/** PhonePe takes rupees, PayPal takes none. */
export const waysOf = ({ currency }: Pick<SellingSchool, 'currency'>): readonly PeerName[] =>
  currency === 'INR' ? ['phonepe', 'stripe'] : ['stripe', 'paypal'];

export const peerNames = ['stripe', 'paypal', 'phonepe'] as const;

/** A school that sells, in a currency of its own. */
export interface SellingSchool {
  readonly tenant: TestSchool['tenant'];
  readonly admin: TestSchool['schoolAdmin'];
  readonly child: TestSchool['student'];
  readonly works: readonly string[];
  readonly currency: string;
}

/** What a history begins with, too: the shop's own price. */
const digitalPrice = 400;
const worksPerSchool = 3;

/** The database, the practice providers and the clock that histories share, one after the other. */
export class MoneyWorld {
  readonly started: number;

  private constructor(
    readonly testDatabase: TestDatabase,
    readonly clock: TestClock,
    readonly sandbox: Sandbox,
    readonly providers: ReadonlyMap<PeerName, Provider>,
    readonly schools: readonly SellingSchool[],
    readonly causeId: string,
  ) {
    this.started = clock.now().getTime();
  }

  static async open(): Promise<MoneyWorld> {
    const testDatabase = await createTestDatabase({ template: 'schools' });
    const clock = new TestClock();
    const sandbox = await openSandbox({
      folder: null,
      clock,
      automatic: false,
      deliver: () => Promise.reject(new Error('Histories deliver events by themselves')),
    });
    const offered = createProviders({ mode: 'sandbox', ...sandbox.keys, bankDetails: null }, { clock });
    const providers = new Map(
      peerNames.map((name) => {
        const provider = offered.get(name);
        if (!provider) throw new Error(`${name} is not offered`);
        return [name, provider] as const;
      }),
    );
    const context = {
      database: testDatabase.database,
      secretKey: testSecretKey,
      hasher: cheapHasher,
    };
    await makeCauses(context, [{ name: 'Hedgehogs', slug: 'hedgehogs' }]);
    const causeId = (await readCauses(context)).get('hedgehogs') ?? '';
    const { greenfield, riverside } = inject('schools');
    const schools: SellingSchool[] = [];
    for (const { school, code, currency } of [
      { school: greenfield, code: 'GRN', currency: 'EUR' },
      { school: riverside, code: 'RIV', currency: 'INR' },
    ]) {
      const { tenant, schoolAdmin, student } = school;
      const made = await makeWorks(
        context,
        tenant,
        Array.from({ length: worksPerSchool }, () => ({
          kind: 'book' as const,
          author_id: null,
          visibility: 'public' as const,
        })),
      );
      const works = made.map(({ id }) => id);
      await openShop(context, tenant, {
        code,
        currency,
        default_cause_id: causeId,
        digital_price: digitalPrice,
      });
      await putUpForSale(context, tenant, works);
      schools.push({ tenant, admin: schoolAdmin, child: student, works, currency });
    }
    const { administrator } = testDatabase;
    await administrator.query(
      `insert into tax_rates (country, kind, from_date, rate_bp, name)
       values ('DE', 'digital', '2020-01-01', 700, 'VAT'), ('DE', 'print', '2020-01-01', 700, 'VAT'),
         ('DE', 'shipping', '2020-01-01', 1900, 'VAT')`,
    );
    await administrator.query(
      `insert into seller (name, address, platform_bp) values ('Quillshelf', 'Quill Street 1', 1250)
       on conflict (single) do update set platform_bp = excluded.platform_bp`,
    );
    return new MoneyWorld(testDatabase, clock, sandbox, providers, schools, causeId);
  }

  /** As if nobody had ever bought anything. */
  async begin(): Promise<void> {
    const { administrator } = this.testDatabase;
    await administrator.query(
      'truncate orders, payouts, findings, tasks, email_messages, document_series, failed_guesses, audit_entries cascade',
    );
    await administrator.query('update shops set is_open = true, digital_price = $1', [digitalPrice]);
    await administrator.query(`update works set state = 'published', digital_price = null where is_for_sale`);
    for (const peer of Object.values(this.sandbox.peers)) {
      const { data } = peer.book;
      data.payments = {};
      data.keys = {};
      data.events = [];
    }
    this.clock.advance(this.started - this.clock.now().getTime());
  }

  async close(): Promise<void> {
    await this.sandbox.close();
    await this.testDatabase.drop();
  }
}
