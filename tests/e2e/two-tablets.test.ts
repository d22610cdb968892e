import type { BrowserContext } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { newPage, type RecordedPage } from '../support/browser.ts';
import { signInAt } from '../support/sign-in.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { TeacherPage } from '../support/teacher-page.ts';

const site = siteOfFile();
/** Clara's tablet, which has no network for most of the time, and David's, which has. */
let clara: Tablet;
let david: Tablet;

interface Tablet {
  context: BrowserContext;
  opened: RecordedPage;
  teacher: TeacherPage;
}

async function open(email: string): Promise<Tablet> {
  const context = await site.newContext({ reducedMotion: 'reduce' });
  const opened = await newPage(context);
  const origin = site.origin('greenfield');
  await signInAt(opened.page, origin, email);
  const teacher = new TeacherPage(opened.page, origin);
  await teacher.openClass('Maple');
  // What only staff use has to be there before the network goes.
  await opened.page.getByRole('button', { name: 'Manage Maple' }).waitFor();
  return { context, opened, teacher };
}

beforeAll(async () => {
  [clara, david] = await Promise.all([open('teacher@greenfield.test'), open('lead@greenfield.test')]);
});

const heading = ({ opened: { page } }: Tablet, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });

/** One works without a network, Clara if nothing else is said; what the other does meanwhile is at school before. */
async function meanwhile(
  alone: () => Promise<void>,
  together: () => Promise<void>,
  away = clara,
): Promise<void> {
  const here = away === clara ? david : clara;
  await away.context.setOffline(true);
  await alone();
  await away.teacher.chip(/waiting, no network/u).waitFor();
  await together();
  await here.teacher.chip(/All sent/u).waitFor();
  await away.context.setOffline(false);
}

/** The list of what asks for a decision, when it shows these values, theirs and one's own in turn. */
async function whatNeeds({ opened: { page }, teacher }: Tablet, ...values: string[]) {
  await teacher.chip(/needs? you/u).click();
  const list = page.getByRole('dialog', { name: 'Your changes' });
  await expect.poll(() => list.getByRole('definition').allInnerTexts()).toEqual(values);
  return list;
}

const whatNeedsClara = (...values: string[]) => whatNeeds(clara, ...values);

/** Both show the same as soon as each has heard of the other. */
async function expectOnBoth(look: (tablet: Tablet) => Promise<unknown>, wanted: unknown): Promise<void> {
  for (const tablet of [clara, david]) await expect.poll(() => look(tablet)).toEqual(wanted);
}

async function colourOf({ opened: { page } }: Tablet, name: string): Promise<string> {
  await page.bringToFront();
  await page.getByRole('button', { name: `Manage ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Edit name and colour' }).click();
  const dialog = page.getByRole('dialog', { name: `Edit ${name}` });
  const text = await dialog.getByRole('status').innerText();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  return text.split('.')[0] ?? '';
}

/** Where a child stands in the table, in the words of its row. */
async function rowOf({ opened: { page }, teacher }: Tablet, name: string): Promise<string> {
  await teacher.search(name);
  const rows = page.getByRole('table').getByRole('row').filter({ hasText: name });
  return (await rows.allInnerTexts()).join('\n');
}

describe('two people who change one class on two tablets, one of them without a network', () => {
  it('change its name and its colour: both hold', async () => {
    await meanwhile(
      () => clara.teacher.editClass('Maple', { colour: 'Teal' }),
      () => david.teacher.editClass('Maple', { name: 'Maple tree' }),
    );
    for (const tablet of [clara, david]) await heading(tablet, 'Maple tree').waitFor();
    await clara.teacher.chip(/All sent/u).waitFor();
    await expectOnBoth((tablet) => colourOf(tablet, 'Maple tree'), 'Teal');
  });

  it('give it two names and two colours: who comes second is asked about each', async () => {
    await meanwhile(
      () => clara.teacher.editClass('Maple tree', { name: 'Acer', colour: 'Pink' }),
      () => david.teacher.editClass('Maple tree', { name: 'Sycamore', colour: 'Navy' }),
    );
    const list = await whatNeedsClara('Sycamore', 'Acer', 'Navy', 'Pink');
    await list.getByText('Maple tree renamed to Acer').waitFor();
    await list.getByText('Somebody else renamed this class in the meantime.').waitFor();
    await list.getByRole('button', { name: 'Use mine' }).first().click();
    await expect.poll(() => list.getByRole('definition').allInnerTexts()).toEqual(['Navy', 'Pink']);
    await list.getByRole('button', { name: 'Keep theirs' }).click();
    const question = clara.opened.page.getByRole('dialog', { name: 'Keep theirs?' });
    await question.getByRole('button', { name: 'Keep theirs' }).click();
    await clara.teacher.chip(/All sent/u).waitFor();
    await clara.opened.page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    for (const tablet of [clara, david]) await heading(tablet, 'Acer').waitFor();
    await expectOnBoth((tablet) => colourOf(tablet, 'Acer'), 'Navy');
  });

  it('change its children: tighter wins, looser and names are asked about, doubles stay, archived is archived', async () => {
    await david.teacher.changePrivacy('Noah Okafor', 'public');
    await clara.teacher.search('Noah Okafor');
    await expect.poll(() => rowOf(clara, 'Noah Okafor')).toContain('Public');
    await meanwhile(
      async () => {
        await clara.teacher.add(['Nina Park']);
        await clara.teacher.rename('Aisha Rahman', 'Rahmani');
        await clara.teacher.changePrivacy('Zoë Fern', 'public');
        await clara.teacher.changePrivacy('Noah Okafor', 'private');
        await clara.teacher.archive('Mateo García López');
        await clara.teacher.rename('Kwame Mensah', 'Mensa');
      },
      async () => {
        await david.teacher.add(['Nina Park']);
        await david.teacher.rename('Aisha Rahman', 'Rachman');
        await david.teacher.changePrivacy('Zoë Fern', 'community');
        await david.teacher.changePrivacy('Noah Okafor', 'community');
        await david.teacher.rename('Mateo García López', 'Garcia');
        await david.teacher.archive('Kwame Mensah');
      },
    );
    const list = await whatNeedsClara('Aisha Rachman', 'Aisha Rahmani', 'community', 'public');
    await list.getByText('Somebody else changed this privacy preference in the meantime.').waitFor();
    for (let left = 2; left > 0; left -= 1) {
      await list.getByRole('button', { name: 'Use mine' }).first().click();
      await expect.poll(() => list.getByRole('button', { name: 'Use mine' }).count()).toBe(left - 1);
    }
    await clara.opened.page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await clara.teacher.chip(/All sent/u).waitFor();

    await expectOnBoth(async (tablet) => (await rowOf(tablet, 'Aisha Rahmani')) !== '', true);
    await expectOnBoth(async (tablet) => (await rowOf(tablet, 'Zoë Fern')).includes('Public'), true);
    await expectOnBoth(async (tablet) => (await rowOf(tablet, 'Noah Okafor')).includes('Private'), true);
    await expectOnBoth(async (tablet) => (await rowOf(tablet, 'Nina Park')).match(/Nina Park/gu)?.length, 2);
    await expectOnBoth((tablet) => rowOf(tablet, 'Mateo'), '');
    for (const { opened, teacher } of [clara, david]) {
      await opened.page.bringToFront();
      await teacher.search('');
      await opened.page.getByText(/^Archived/u).click();
      await teacher.actionsOf('Mateo Garcia').waitFor();
    }
    await expectOnBoth(
      async (tablet) => (await rowOf(tablet, 'Kwame Mensa')).includes('by David Osei'),
      true,
    );
  });

  it('move one child to two classes: who comes second is asked where it shall be', async () => {
    for (const { teacher } of [clara, david]) await teacher.openClass('Acer');
    await meanwhile(
      () => david.teacher.move('Søren Kjær', 'Birch'),
      () => clara.teacher.move('Søren Kjær', 'Cedar'),
      david,
    );
    const list = await whatNeeds(david, 'Cedar', 'Birch');
    await list.getByText('Søren Kjær moved to Birch').waitFor();
    await list.getByText('Somebody else moved Søren Kjær in the meantime, so nobody was moved.').waitFor();
    await list.getByRole('button', { name: 'Use mine' }).click();
    await david.teacher.chip(/All sent/u).waitFor();
    await david.opened.page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await david.teacher.openClass('Birch');
    await david.teacher.actionsOf('Søren Kjær').waitFor();
    await clara.teacher.openClass('Cedar');
    await expect.poll(() => rowOf(clara, 'Søren Kjær')).toBe('');
    for (const { opened } of [clara, david]) {
      opened.forgive(/ERR_INTERNET_DISCONNECTED/u);
      opened.assertQuiet();
    }
  });
});
