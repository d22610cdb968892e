import type { Page } from 'playwright';
import { expect } from 'vitest';

/** Says what can be seen in the picture that was just put into a story. */
export async function describePicture(page: Page, words: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'What can be seen in it?' });
  await expect.poll(() => dialog.evaluate((inside) => inside.contains(document.activeElement))).toBe(true);
  await dialog.getByLabel('In a few words').fill(words);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Puts a photograph into the chapter that is being written, as one chooses a file. */
export async function addPicture(page: Page, photograph: Buffer, words: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a picture' }).click(),
  ]);
  await chooser.setFiles({ name: 'photograph.jpg', mimeType: 'image/jpeg', buffer: photograph });
  await describePicture(page, words);
}
