import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { recordingType } from '#contract/works/recording-bytes.rules.ts';
import { assetPath } from '#contract/works/works.rules.ts';
import { childTabletOfFile } from '../support/child-tablet.ts';
import { missingOf } from '../support/kept-parts.ts';
import { reviewingTeacherOfFile } from '../support/reviewing-teacher.ts';
import { expectWellMade } from '../support/well-made.ts';

const bound = 60_000;

// A microphone that hears a beep each second, and that everybody may use.
const tablet = childTabletOfFile(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']);
const teacher = reviewingTeacherOfFile();

const says = (words: string) => tablet.page.getByText(words, { exact: true });
const step = (name: string) =>
  tablet.page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name });
const player = (at: Page) => at.getByRole('group', { name: 'The recording “I tell of my kite”' });

/** Listens to it until some of it was heard. */
async function hear(at: Page): Promise<void> {
  await player(at).getByRole('button', { name: 'Listen' }).click();
  await player(at)
    .getByText(/^0:01 /u)
    .waitFor({ timeout: bound });
  await player(at).getByRole('button', { name: 'Listen' }).waitFor();
}

/** Records for about so long as a browser needs to hear something, and puts it into the story. */
async function record(): Promise<void> {
  const dialog = tablet.page.getByRole('dialog', { name: 'Record your voice' });
  await dialog.getByRole('button', { name: /Start|Record again/u }).click();
  await dialog.getByText('0:02 of 2:00').waitFor();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await dialog.getByText('That is your recording. Do you like it?').waitFor();
}

describe('a story with a voice', () => {
  it('is told without a network, over a browser that is closed, heard by the teacher and kept for the bus', async () => {
    await tablet.signIn();
    await tablet.page.goto(`${tablet.school.origin}/uploadblogsteps`);
    await says('You have no stories yet').waitFor();
    await tablet.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await expect.poll(() => missingOf(tablet.page, 'writing')).toEqual([]);

    tablet.school.proxy.goOffline();
    await tablet.page.getByRole('textbox', { name: 'What is your new story called?' }).fill('The kite song');
    await tablet.page.getByRole('button', { name: 'Write a new story' }).click();
    await tablet.page.getByRole('heading', { level: 1, name: 'The kite song' }).waitFor();
    await step('Write').click();
    await tablet.page.getByRole('textbox', { name: 'Chapter 1', exact: true }).click();
    await tablet.page.keyboard.type('Listen!');
    await tablet.page.getByRole('button', { name: 'Record your voice' }).click();
    const dialog = tablet.page.getByRole('dialog', { name: 'Record your voice' });
    await expectWellMade(tablet.page);
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.getByText('0:05 of 2:00').waitFor();
    const here = tablet.page.url();
    await tablet.startAgain();
    await tablet.page.goto(here);
    await tablet.page.getByRole('button', { name: 'Record your voice' }).click();
    // What was said before the tablet was switched off.
    await tablet.page
      .getByText('You recorded this before. It waited here for you. Do you like it?')
      .waitFor();
    const before = tablet.page.getByRole('group', { name: 'What you recorded' });
    await before.getByRole('button', { name: 'Listen' }).click();
    await before.getByText(/^0:01 /u).waitFor({ timeout: bound });
    await expectWellMade(tablet.page);
    await record();
    await tablet.page.getByRole('button', { name: 'Put it in' }).click();
    const question = tablet.page.getByRole('dialog', { name: 'What do you say in it?' });
    await question.getByLabel('In a few words').fill('I tell of my kite');
    await question.getByRole('button', { name: 'Done' }).click();
    await question.waitFor({ state: 'hidden' });
    await says('This recording is saved on this tablet').waitFor();
    await says('Saved on this tablet').waitFor();
    await hear(tablet.page);

    await tablet.startAgain();
    // The address of the chapters alone.
    await tablet.page.goto(`${tablet.school.origin}/storyedit`);
    await tablet.page.getByRole('link', { name: /The kite song/u }).click();
    await hear(tablet.page);
    await expectWellMade(tablet.page);
    await tablet.page.goto(`${tablet.school.origin}/uploadblogsteps`);
    await tablet.page.getByRole('link', { name: /The kite song/u }).click();
    await step('Check').click();
    await tablet.page.getByText('Each recording says in words what one hears').waitFor();
    await step('Send').click();
    await tablet.page.getByRole('button', { name: 'Hand it in' }).click();
    await says('Your teacher has it now').waitFor();
    tablet.school.proxy.goOnline();

    const at = teacher.page;
    const fetched: string[] = [];
    at.on('request', (request) => {
      const [, sha256] = /\/api\/assets\/([0-9a-f]{64})\//u.exec(request.url()) ?? [];
      if (sha256 !== undefined) fetched.push(sha256);
    });
    await teacher.signIn(tablet.school.origin);
    await teacher.open('The kite song');
    await hear(at);
    await expectWellMade(at);
    const [sha256 = ''] = fetched;
    const bytes = await at.evaluate(async (address) => {
      const token = localStorage.getItem('accessToken') ?? sessionStorage.getItem('accessToken');
      const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
      return [...new Uint8Array(await answer.arrayBuffer())];
    }, assetPath(sha256));
    expect(recordingType(Uint8Array.from(bytes))).toBe('audio/webm');
    await teacher.publish();

    // On the tablet it is kept, and heard where there is no network.
    await tablet.page.goto(`${tablet.school.origin}/library/the-kite-song`);
    await tablet.page.getByRole('button', { name: 'Keep on this tablet' }).click();
    await tablet.page.getByText(/^On this tablet, /u).waitFor();
    await tablet.page.goto(`${tablet.school.origin}/library/the-kite-song/1`);
    await player(tablet.page).waitFor();
    await expect.poll(() => missingOf(tablet.page, 'reader')).toEqual([]);
    tablet.school.proxy.goOffline();
    await tablet.page.reload();
    await hear(tablet.page);
    await expectWellMade(tablet.page);
    tablet.school.proxy.goOnline();
    teacher.assertQuiet();
    tablet.assertQuiet();
  });
});
