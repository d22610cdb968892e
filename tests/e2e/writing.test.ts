import { describe, expect, it } from 'vitest';
import { childTabletOfFile } from '../support/child-tablet.ts';
import { missingOf } from '../support/kept-parts.ts';
import { reviewingTeacherOfFile } from '../support/reviewing-teacher.ts';
import { expectWellMade } from '../support/well-made.ts';

const bound = 60_000;

const tablet = childTabletOfFile();
const teacher = reviewingTeacherOfFile();

const chapter = (number: number) =>
  tablet.page.getByRole('textbox', { name: `Chapter ${number}`, exact: true });
const says = (words: string) => tablet.page.getByText(words, { exact: true });
const step = (name: string) =>
  tablet.page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name });

async function write(number: number, words: string): Promise<void> {
  await chapter(number).click();
  await tablet.page.keyboard.press('Control+End');
  await tablet.page.keyboard.type(words);
}

describe('a story', () => {
  it('is begun and written without a network, over a browser that is closed, and handed in', async () => {
    await tablet.signIn();
    await tablet.page.goto(`${tablet.school.origin}/uploadblogsteps`);
    await says('You have no stories yet').waitFor();
    await expectWellMade(tablet.page);
    await tablet.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await expect.poll(() => missingOf(tablet.page, 'writing')).toEqual([]);

    tablet.school.proxy.goOffline();
    await tablet.page.getByRole('textbox', { name: 'What is your new story called?' }).fill('The kite');
    await tablet.page.getByRole('button', { name: 'Write a new story' }).click();
    await tablet.page.getByRole('heading', { level: 1, name: 'The kite' }).waitFor();
    await step('Write').click();
    await write(1, 'Once there was a kyte.');
    await says('Saved on this tablet').waitFor();
    await tablet.page.getByRole('button', { name: 'New chapter' }).click();
    await write(2, 'It flew away.');
    await says('Saved on this tablet').waitFor();
    await tablet.startAgain();
    await tablet.page.goto(`${tablet.school.origin}/uploadblogsteps`);
    await tablet.page.getByRole('link', { name: /The kite/u }).click();
    await step('Write').click();
    await chapter(1).getByText('Once there was a kyte.').waitFor();
    await tablet.page.getByRole('button', { name: 'Chapter 2' }).click();
    await write(2, ' The end.');
    await says('Saved on this tablet').waitFor();
    await expectWellMade(tablet.page);
    await step('Send').click();
    await tablet.page.getByRole('button', { name: 'Hand it in' }).click();
    await says('Your teacher has it now').waitFor();
    tablet.school.proxy.goOnline();
  });

  it('is given back with a comment, mended without a network, approved and published, and read', async () => {
    const at = teacher.page;
    await teacher.signIn(tablet.school.origin);
    const listed = await teacher.untilHandedIn('The kite');
    await expectWellMade(at);
    await listed.click();
    await at.getByText('It flew away. The end.').waitFor();
    await at.getByLabel('A word about chapter 1').fill('Look at the word kyte.');
    await at.getByLabel('Your kind words').fill('A lovely story!');
    await expectWellMade(at);
    await at.getByRole('button', { name: 'Give it back' }).click();
    await at.getByText('The story went back to its author.').waitFor();

    await tablet.page.getByText('A lovely story!').waitFor({ timeout: bound });
    tablet.school.proxy.goOffline();
    await step('Write').click();
    await says('Look at the word kyte.').waitFor();
    await chapter(1).click();
    await tablet.page.keyboard.press('Control+A');
    await tablet.page.keyboard.type('Once there was a kite.');
    await says('Saved on this tablet').waitFor();
    await step('Send').click();
    await tablet.page.getByRole('button', { name: 'Hand it in' }).click();
    await says('Your teacher has it now').waitFor();
    tablet.school.proxy.goOnline();

    await teacher.open('The kite');
    await at.getByText('Once there was a kite.').waitFor();
    await teacher.publish();
    await tablet.page.getByText('In the library', { exact: true }).first().waitFor({ timeout: bound });

    await at.goto(`${tablet.school.origin}/library/the-kite/1`);
    await at.getByText('Once there was a kite.').waitFor();
    teacher.assertQuiet();
    tablet.assertQuiet();
  });
});
