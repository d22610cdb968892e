import { describe, expect, it } from 'vitest';
import { recordingType } from '#contract/works/recording-bytes.rules.ts';
import { assetPath } from '#contract/works/works.rules.ts';
import { childTabletOfFile } from '../support/child-tablet.ts';
import { missingOf } from '../support/kept-parts.ts';
import { reviewingTeacherOfFile } from '../support/reviewing-teacher.ts';
import { describeRecording, hear, speak } from '../support/story-voices.ts';
import { expectWellMade } from '../support/well-made.ts';

const heard = 'I tell of my kite';

// A microphone that hears a beep each second, and that everybody may use.
const tablet = childTabletOfFile(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']);
const teacher = reviewingTeacherOfFile();

const says = (words: string) => tablet.page.getByText(words, { exact: true });
const step = (name: string) =>
  tablet.page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name });

describe('a story with a voice', () => {
  it('is told without a network, over a browser that is closed, and heard by the teacher', async () => {
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
    await tablet.page.getByRole('button', { name: 'Speak' }).click();
    const dialog = tablet.page.getByRole('dialog', { name: 'Record your voice' });
    await dialog.waitFor();
    await expectWellMade(tablet.page);
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.getByText('1:55 left').waitFor();
    const here = tablet.page.url();
    await tablet.startAgain();
    await tablet.page.goto(here);
    await tablet.page.getByRole('button', { name: 'Speak' }).click();
    // What was said before the tablet was switched off.
    await tablet.page
      .getByText('You recorded this before. It waited here for you. Do you like it?')
      .waitFor();
    const before = tablet.page.getByRole('group', { name: 'What you recorded' });
    await before.getByRole('button', { name: 'Listen' }).click();
    await before.getByText(/^0:01 /u).waitFor();
    await expectWellMade(tablet.page);
    await speak(tablet.page);
    await tablet.page.getByRole('button', { name: 'Put it in' }).click();
    await describeRecording(tablet.page, heard);
    await says('Saved on this tablet').waitFor();
    await hear(tablet.page, heard);

    await tablet.startAgain();
    // The address of the chapters alone.
    await tablet.page.goto(`${tablet.school.origin}/storyedit`);
    await tablet.page.getByRole('link', { name: /The kite song/u }).click();
    await hear(tablet.page, heard);
    await expectWellMade(tablet.page);
    await tablet.page.goto(`${tablet.school.origin}/uploadblogsteps`);
    await tablet.page.getByRole('link', { name: /The kite song/u }).click();
    await step('Finish').click();
    await tablet.page
      .getByRole('button', { name: 'Done: Each recording says in words what one hears' })
      .waitFor();
    await tablet.page.getByRole('button', { name: 'Hand it in' }).click();
    await says('It waits on this tablet and goes by itself').waitFor();
    await tablet.page.getByRole('button', { name: 'See it' }).click();
    tablet.school.proxy.goOnline();

    const at = teacher.page;
    const fetched: string[] = [];
    at.on('request', (request) => {
      const [, sha256] = /\/api\/assets\/([0-9a-f]{64})\//u.exec(request.url()) ?? [];
      if (sha256 !== undefined) fetched.push(sha256);
    });
    await teacher.signIn(tablet.school.origin);
    await teacher.open('The kite song');
    await hear(at, heard);
    await expectWellMade(at);
    const [sha256 = ''] = fetched;
    const bytes = await at.evaluate(async (address) => {
      const token = localStorage.getItem('accessToken') ?? sessionStorage.getItem('accessToken');
      const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
      return [...new Uint8Array(await answer.arrayBuffer())];
    }, assetPath(sha256));
    expect(recordingType(Uint8Array.from(bytes))).toBe('audio/webm');
    teacher.assertQuiet();
    tablet.assertQuiet();
  });
});
