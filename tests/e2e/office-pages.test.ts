import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { expectReachedByKeyboard, walkByKeyboard } from '../support/by-keyboard.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const laptop = { width: 1280, height: 800 };
const site = siteOfFile({ hasWorkers: false });

/** A page of somebody who is signed in, at their host. */
function personAt(tenant: string, email: string) {
  let opened: RecordedPage | undefined;
  beforeAll(async () => {
    opened = await newPage(await site.newContext({ viewport: laptop, reducedMotion: 'reduce' }));
    await signInAt(opened.page, site.origin(tenant), email);
  });
  return {
    get page(): Page {
      if (!opened) throw new Error('Nobody is signed in before the first beforeAll.');
      return opened.page;
    },
    async visit(path: string): Promise<void> {
      await this.page.goto(`${site.origin(tenant)}${path}`);
      await this.page.getByRole('heading', { level: 1 }).first().waitFor();
    },
    assertQuiet: () => opened?.assertQuiet(),
  };
}

type Person = ReturnType<typeof personAt>;

/** A page stands as soon as this does. */
type Landmark = (page: Page) => ReturnType<Page['getByRole']>;

const firstRow: Landmark = (page) => page.getByRole('rowheader').first();
const country: Landmark = (page) => page.getByRole('combobox', { name: 'Country' });
const lastName: Landmark = (page) => page.getByRole('textbox', { name: 'Last name' });

async function usePage(person: Person, path: string, landmark: Landmark): Promise<void> {
  const { page } = person;
  await person.visit(path);
  await landmark(page).waitFor();
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
  await expectReachedByKeyboard(page);
}

/** Well made at each width, and back to the laptop. */
async function lookAt({ page }: Person): Promise<void> {
  await expectWellMade(page);
  await page.setViewportSize(laptop);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

describe('the school office', () => {
  const office = personAt('greenfield', 'admin@greenfield.test');

  it('is told apart from an office where somebody without a mouse gets lost', async () => {
    const { page } = office;
    await office.visit('/admin-school/new-table');
    await page.evaluate(() => {
      const add = (name: string, style: string, around: string) => {
        const place = document.createElement('div');
        place.innerHTML = `<p style="position: relative"><span><span><button style="${style}">${name}</button></span></span>${around}</p>`;
        document.querySelector('main')?.prepend(place);
      };
      add('Unmarked', 'outline: none', '');
      add('Covered', '', '<b style="position: absolute; inset: 0"></b>');
    });
    const { unmarked, covered } = await walkByKeyboard(page);
    expect([unmarked, covered]).toEqual([['button Unmarked '], ['button Covered ']]);
  });

  it.each<[path: string, landmark: Landmark]>([
    ['/admin-school/classes?show=archived', (page) => page.getByText('No class is archived')],
    ['/admin-school/stories?q=xyzzy', (page) => page.getByText('No stories match “xyzzy”')],
    ['/admin-school/users?q=xyzzy', (page) => page.getByText('No people match “xyzzy”')],
    ['/admin-school/students?show=archived', (page) => page.getByText('No students match these filters')],
  ])('is well made and used by keyboard alone at %s', async (path, landmark) => {
    await usePage(office, path, landmark);
    await lookAt(office);
    office.assertQuiet();
  });

  it('is used by keyboard alone at a class, its import, a student, a teacher and a user', async () => {
    const { page } = office;
    await office.visit('/admin-school/classes');
    await page.getByRole('link', { name: 'Maple' }).click();
    await firstRow(page).waitFor();
    await page.getByRole('button', { name: 'Manage Maple' }).waitFor();
    await lookAt(office);
    const { pathname, search } = new URL(page.url());
    await usePage(office, pathname + search, firstRow);
    await usePage(office, `${pathname}${search}&import=1`, (at) => at.getByText('Download a sample'));
    await office.visit('/admin-school/students');
    const student = await firstRow(page).getByRole('link').getAttribute('href');
    await usePage(office, student ?? '', lastName);
    await office.visit('/admin-school/teachers');
    const teacher = await firstRow(page).getByRole('link').getAttribute('href');
    await usePage(office, teacher ?? '', (at) => at.getByRole('link', { name: 'Edit' }));
    const id = /teacher\/(?<id>[\w-]+)\//u.exec(teacher ?? '')?.groups?.['id'];
    await usePage(office, `/admin-school/userprofile/${id}`, country);
    office.assertQuiet();
  });

  it('has well-made questions about several students', async () => {
    const { page } = office;
    await office.visit('/admin-school/students');
    for (const place of [0, 1])
      await page
        .getByRole('checkbox', { name: /^Select (?!all)/u })
        .nth(place)
        .check();
    const dialog = page.getByRole('dialog');
    const close = async () => {
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    };
    await page.getByRole('button', { name: 'Change privacy' }).click();
    await page.getByRole('menuitem', { name: 'Public' }).click();
    await dialog.getByText(/^All previous and future posts/u).waitFor();
    await lookAt(office);
    await close();
    await page.getByRole('button', { name: 'Move to class' }).click();
    await page.getByLabel('New class').waitFor();
    await lookAt(office);
    await close();
    office.assertQuiet();
  });
});

describe('all books of the school', () => {
  const office = personAt('greenfield', 'admin@greenfield.test');

  it('are chosen several at once, with well-made questions, and put first in the library', async () => {
    const { page } = office;
    await office.visit('/admin-school/books?state=published&sort=title');
    await firstRow(page).waitFor();
    for (const place of [0, 1])
      await page
        .getByRole('checkbox', { name: /^Select (?!all)/u })
        .nth(place)
        .check();
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Shelves', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('group', { name: 'Shelves' }).waitFor();
    await lookAt(office);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // Of no mode, so that it stands in the library whichever is chosen.
    await office.visit('/admin-school/books?q=dragons');
    await page.getByRole('checkbox', { name: 'Select Dragons Do Not Like Soup' }).check();
    await page.getByRole('button', { name: 'Show first' }).click();
    await page.getByText('“Dragons Do Not Like Soup” comes first in the library').waitFor();
    await office.visit('/library');
    const shelf = page.getByRole('region', { name: 'Chosen for you' });
    await shelf.getByRole('link', { name: /Dragons Do Not Like Soup/u }).waitFor();
    expect(await shelf.getByRole('link').count()).toBeGreaterThan(0);
    office.assertQuiet();
  });
});

describe('all students of the school, beside the classes', () => {
  const lead = personAt('greenfield', 'lead@greenfield.test');
  const teacher = personAt('greenfield', 'teacher@greenfield.test');
  const students = '/dashboard?option=Students';

  it('are there for a teacher who manages all classes', async () => {
    const { page } = lead;
    await lead.visit('/dashboard?option=Teacher%20Dashboard');
    await page.getByRole('link', { name: 'Students', exact: true }).click();
    await firstRow(page).waitFor();
    await page.getByText('All students in the school').waitFor();
    await lookAt(lead);
    await usePage(lead, students, firstRow);
    await firstRow(page).getByRole('link').click();
    await lastName(page).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Students', exact: true }).last().click();
    await firstRow(page).waitFor();
    expect(page.url()).toContain(students);
    lead.assertQuiet();
  });

  it('are not for one who has classes of their own', async () => {
    await teacher.visit(students);
    await teacher.page.getByRole('link', { name: 'Maple' }).waitFor();
    await teacher.page.getByRole('link', { name: 'Tablets' }).waitFor();
    expect(await teacher.page.getByRole('link', { name: 'Students', exact: true }).count()).toBe(0);
    teacher.assertQuiet();
  });
});
