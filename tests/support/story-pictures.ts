import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';

/** Says what can be seen in the picture that was put into a story last. Nobody asks for it. */
export async function describePicture(page: Page, words: string): Promise<void> {
  const say = page.getByRole('button', { name: 'Say what it shows' });
  // On a page of a book, what can be done with a picture comes with a tap on it.
  const onPage = page.getByRole('button', { name: 'The picture', exact: true });
  await say.or(onPage).first().waitFor();
  if (await onPage.isVisible()) await onPage.click();
  // In a story, it is below those that were put in before.
  await say.last().click();
  const dialog = page.getByRole('dialog', { name: 'What can be seen in it?' });
  await expect.poll(() => dialog.evaluate((inside) => inside.contains(document.activeElement))).toBe(true);
  await dialog.getByLabel('In a few words').fill(words);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Puts a photograph into the chapter that is being written, as one chooses a file. */
export async function addPicture(page: Page, photograph: Buffer, words: string): Promise<void> {
  const say = page.getByRole('button', { name: 'Say what it shows' });
  const before = await say.count();
  await page.getByRole('button', { name: 'Picture', exact: true }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'From this tablet' }).click(),
  ]);
  await chooser.setFiles({ name: 'photograph.jpg', mimeType: 'image/jpeg', buffer: photograph });
  // A large one is made smaller first; until then the last button is that of the picture before it.
  await say
    .nth(before)
    .or(page.getByRole('button', { name: 'The picture', exact: true }))
    .first()
    .waitFor();
  await describePicture(page, words);
}

/** Opens the paper and draws a red line on it. @returns the dialog, out of which it can be put into the chapter */
export async function drawLine(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  const pad = page.getByRole('dialog', { name: 'Draw a picture' });
  const paper = await pad.getByRole('application', { name: 'Empty paper' }).boundingBox();
  if (!paper) throw new Error('There is no paper');
  await pad.getByRole('button', { name: 'Red', exact: true }).click();
  await page.mouse.move(paper.x + 40, paper.y + 40);
  await page.mouse.down();
  await page.mouse.move(paper.x + 200, paper.y + 160, { steps: 8 });
  await page.mouse.up();
  await pad.getByRole('application', { name: 'Your drawing, 1 line so far' }).waitFor();
  return pad;
}
