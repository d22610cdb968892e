import type { Locator, Page } from 'playwright';

/** A filter of the list that is shown; on a phone the filters are folded away until they are asked for. */
export async function filterOf(page: Page, name: string): Promise<Locator> {
  const button = page.getByRole('button', { name: /^Filter( \(\d+\))?$/u });
  await button.waitFor();
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
  return page.getByRole('combobox', { name });
}
