import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inPlatformScope, inTenant, openDatabase, type Database } from '#server/platform/database.ts';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { photograph } from '../support/pictures.ts';
import { checkOutHare, fillInBuyer, hare, openShop, payByCard } from '../support/shop-pages.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile();
const laptop = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;
const cause = 'Clean Water Wells';

let office: RecordedPage;
let platform: RecordedPage;
let buyer: RecordedPage;
let author: RecordedPage;

beforeAll(async () => {
  office = await newPage(await site.newContext(laptop));
  platform = await newPage(await site.newContext(laptop));
  buyer = await newPage(await site.newContext(laptop));
  author = await newPage(await site.newContext(laptop));
  await signInAt(office.page, site.origin('greenfield'), 'admin@greenfield.test');
  await signInAt(platform.page, site.origin(), 'platform@quillshelf.test');
});

afterAll(() => {
  for (const each of [office, platform, buyer, author]) each.assertQuiet();
});

async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const database = openDatabase(await site.server.databaseUrl());
  try {
    await work(database);
  } finally {
    await database.destroy();
  }
}

async function greenfieldId(database: Database): Promise<string> {
  const { id } = await inPlatformScope(database, (transaction) =>
    transaction
      .selectFrom('tenants')
      .select('id')
      .where('subdomain', '=', 'greenfield')
      .executeTakeFirstOrThrow(),
  );
  return id;
}

/** Zoë wrote the book, chose a cause, and her guardian said yes: each of it has tests of its own. */
const sellBookOfChild = () =>
  withDatabase(async (database) => {
    const tenant_id = await greenfieldId(database);
    await inTenant(database, tenant_id, async (transaction) => {
      const { id: student_id } = await transaction
        .selectFrom('users')
        .select('id')
        .where('tenant_id', '=', tenant_id)
        .where('username', '=', 'zoe-otter-42')
        .executeTakeFirstOrThrow();
      const { id: cause_id } = await transaction
        .selectFrom('causes')
        .select('id')
        .where('name', '=', cause)
        .executeTakeFirstOrThrow();
      await transaction
        .insertInto('guardian_permissions')
        .values(
          (['public', 'sale'] as const).map((purpose) => ({
            tenant_id,
            id: uuidv7(),
            student_id,
            purpose,
            recorded_by: null,
            recorded_at: new Date(),
          })),
        )
        .execute();
      await transaction
        .updateTable('works')
        .set({ author_id: student_id, cause_id, is_for_sale: true })
        .where('tenant_id', '=', tenant_id)
        .where('slug', '=', hare.slug)
        .execute();
    });
  });

/** Two weeks go by for what was paid: the clock of the server is the machine’s. */
const endHolds = () =>
  withDatabase(async (database) => {
    const tenant_id = await greenfieldId(database);
    await inTenant(database, tenant_id, (transaction) =>
      transaction
        .updateTable('order_shares')
        .set({ payable_on: '2026-01-01' })
        .where('tenant_id', '=', tenant_id)
        .where('payable_on', 'is not', null)
        .execute(),
    );
  });

it('somebody buys the book of a child in the shop of its school', async () => {
  const origin = site.origin('greenfield');
  const { page } = office;
  await openShop(page, origin, { price: '10', cause });
  await sellBookOfChild();

  // Somebody of the school, who sees what is for the school alone.
  await checkOutHare(page, origin);
  await fillInBuyer(page);
  await payByCard(page, '€10.00');
  await expectWellMade(page);
});

it('nothing can be paid out before two weeks went by, then the platform prepares it and sends it', async () => {
  const { page } = platform;
  await page.goto(`${site.origin()}/admin-panel/charities-dashboard`);
  await page.getByText(/^Nothing can be paid out now/u).waitFor();
  await endHolds();
  await page.reload();
  await expectWellMade(page);
  await page.getByRole('button', { name: `Prepare €9.00 to ${cause}` }).click();
  await page.getByText('Ready to be transferred').waitFor();
  await page.getByRole('button', { name: 'Prepare €1.00 to Greenfield Primary' }).waitFor();
  await page.getByRole('button', { name: `Record the transfer: €9.00 to ${cause}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('The bank’s reference').fill('B-17');
  await expectWellMade(page);
  await dialog.getByRole('button', { name: 'Record' }).click();
  await page.getByText('On its way', { exact: true }).waitFor();
  await expectWellMade(page);
});

it('the office reads that it is on its way, and everybody sees the proof once it arrived', async () => {
  const { page: visitor } = buyer;
  await office.page.goto(`${site.origin('greenfield')}/admin-school/donations?tab=payouts`);
  await office.page.getByText(`€9.00 to ${cause}`).waitFor();
  await office.page.getByText('On its way', { exact: true }).waitFor();
  await expectWellMade(office.page);

  const { page } = platform;
  const { file } = await photograph('#336699');
  await page.getByRole('button', { name: `Add the proof: €9.00 to ${cause}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'tap.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from(await file.arrayBuffer()),
  });
  await dialog.getByLabel('What it shows').fill('The tap in the yard');
  await expectWellMade(page);
  await dialog.getByRole('button', { name: 'Send the proof' }).click();
  await page.getByText('Arrived', { exact: true }).waitFor();

  await visitor.goto(`${site.origin('greenfield')}/charities/clean-water-wells`);
  await visitor.getByText('€9.00 arrived').waitFor();
  await visitor.getByRole('img', { name: 'The tap in the yard' }).waitFor();
  await expectWellMade(visitor);
  expect(await visitor.getByText('Ada').count()).toBe(0);
});

it('the page of the child says that it arrived, and shows the proof', async () => {
  const { page } = author;
  const origin = site.origin('greenfield');
  await signInAt(page, origin, 'zoe-otter-42', { password: 'sunny-otter-42' });
  await page.goto(`${origin}/dashboard?option=Money I Have Raised`);
  await page.getByText('Your books raised €9.00.').waitFor();
  await page.getByText('€9.00 arrived.').first().waitFor();
  await page.getByRole('img', { name: 'The tap in the yard' }).waitFor();
  await expectWellMade(page);
  expect(await page.getByText('Ada').count()).toBe(0);
});

it('the platform tells of it with the payout', async () => {
  const { page } = platform;
  await page.getByRole('link', { name: 'All causes' }).click();
  await page.getByRole('rowheader').getByRole('link', { name: cause }).click();
  await page.getByLabel('What happened?').fill('Water runs.');
  await page.getByLabel('About a payout').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Tell everybody' }).click();
  await page.getByText('Everybody can read it now').waitFor();
  await expectWellMade(page);
  await buyer.page.reload();
  await buyer.page.getByText('Water runs.').waitFor();
});
