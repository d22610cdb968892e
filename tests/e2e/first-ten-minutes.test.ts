import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { newPage } from '../support/browser.ts';
import { StepCounter } from '../support/count-steps.ts';
import { mailsIn } from '../support/mail-folder.ts';
import { readPrintedCards } from '../support/printed-cards.ts';
import { siteOfFile } from '../support/site-of-file.ts';
import { expectWellMade } from '../support/well-made.ts';

const site = siteOfFile();
const children = ['Ada Hill', 'Ben Brook', 'Chloé Field'];

it('a school comes from the form to printed cards in eight taps and eight entries', async () => {
  const opened = await newPage(await site.newContext({ reducedMotion: 'reduce' }));
  const { page } = opened;
  const steps = new StepCounter();
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });

  await page.goto(`${site.origin()}/register`);
  await steps.enter(field('Name'), 'Meadow School');
  await steps.enter(field('Your own site'), 'www.meadow.example');
  await steps.enter(field('First name'), 'Robin');
  await steps.enter(field('Last name'), 'Hill');
  await steps.enter(field('Email'), 'head@meadow.test');
  await page.getByText(/is free\.$/u).waitFor();
  await steps.tap(button('Register'));
  await heading('Registration successful!').waitFor();

  await expect.poll(async () => (await mailsIn(site.server)).length).toBe(1);
  const [mail] = await mailsIn(site.server);
  const [link = ''] = /http\S+#token=\S+/u.exec(mail?.text ?? '') ?? [];
  // The one in the e-mail.
  steps.taps += 1;
  await page.goto(link);
  await steps.enter(page.getByLabel('Password', { exact: true }), 'correct horse battery');
  await steps.tap(button('Set my password'));
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  await page.getByRole('link', { name: 'Invite a teacher' }).waitFor();
  await expectWellMade(page);

  await steps.tap(page.getByRole('link', { name: 'Make the first class' }));
  const making = page.getByRole('dialog', { name: 'Create a class' });
  await steps.enter(making.getByLabel('Name'), 'Owls');
  await steps.tap(making.getByRole('button', { name: 'Create class' }));
  await heading('Owls').waitFor();
  await steps.tap(button('Add Students').first());
  await steps.enter(field('Names'), children.join('\n'));
  await steps.tap(button('Add 3 students'));
  await page.getByRole('table').getByText('Ada', { exact: false }).first().waitFor();
  const print = button('Download Class Login');
  await expect.poll(() => print.isEnabled()).toBe(true);
  const [started] = await Promise.all([page.waitForEvent('download'), steps.tap(print)]);
  const pages = await readPrintedCards(await readFile(await started.path()));
  expect(pages.flatMap(({ codes }) => codes)).toHaveLength(children.length);
  expect([steps.taps, steps.entries]).toEqual([8, 8]);

  // Each of the first steps opens the thing itself, once.
  const dashboard = `${site.origin('meadow-school')}/admin-school/dashboard`;
  for (const [step, dialog] of [
    ['Add the children of the class', /^Add students/iu],
    ['Print their login cards', 'Print the login cards of Owls?'],
    ['Invite a teacher', /^Invite/u],
  ] as const) {
    await page.goto(dashboard);
    await page.getByRole('link', { name: step }).click();
    await page.getByRole('dialog', { name: dialog }).waitFor();
    expect(new URL(page.url()).searchParams.has('do')).toBe(false);
  }
  await page.goto(dashboard);
  await page.getByRole('link', { name: 'Make the first story' }).click();
  const paper = field('Chapter 1');
  await expect.poll(() => paper.evaluate((words) => words.contains(document.activeElement))).toBe(true);
  await page.goto(dashboard);
  await page.getByRole('link', { name: 'Make it look like your school' }).click();
  const logo = button('Choose a logo');
  await expect.poll(() => logo.evaluate((shown) => shown === document.activeElement)).toBe(true);
  opened.assertQuiet();
});
