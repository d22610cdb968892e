import type { Locator, Page } from 'playwright';

/** Records for about so long as a browser needs to hear something. @returns the dialog, out of which it can be put in */
export async function speak(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Record your voice' });
  await dialog.getByRole('button', { name: /Start|Record again/u }).click();
  await dialog.getByText('1:58 left').waitFor();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await dialog.getByText('That is your recording. Do you like it?').waitFor();
  return dialog;
}

/** Says what one hears in the recording that was put into a story last. Nobody asks for it. */
export async function describeRecording(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: 'Change it', expanded: false }).last().click();
  await page
    .getByRole('group', { name: 'Your recording', exact: true })
    .getByRole('button', { name: 'Write what you say' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'What do you say in it?' });
  await dialog.getByLabel('In a few words').fill(words);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('This recording is saved on this tablet', { exact: true }).waitFor();
}

/** Listens to the recording that goes by these words until some of it was heard, and to its end. */
export async function hear(page: Page, words: string): Promise<void> {
  const player = page.getByRole('group', { name: `The recording “${words}”` });
  await player.getByRole('button', { name: 'Listen' }).click();
  await player.getByText(/^0:01 /u).waitFor();
  await player.getByRole('button', { name: 'Listen' }).waitFor();
}
