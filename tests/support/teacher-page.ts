import type { Locator, Page } from 'playwright';

/** A teacher's class as the screen gives it: each change is made by hand, and waited for until the screen says "saved". */
export class TeacherPage {
  constructor(
    readonly page: Page,
    private readonly origin: string,
  ) {}

  async openClass(name: string): Promise<void> {
    await this.page.goto(`${this.origin}/dashboard?option=Teacher%20Dashboard`);
    await this.page.getByRole('list', { name: 'Classes' }).getByRole('link', { name }).click();
    await this.page.getByRole('heading', { name, level: 1 }).waitFor();
    await this.page.getByRole('table').waitFor();
  }

  /** Where it is and what it says, for the message of a test that fails. */
  async inWords(): Promise<string> {
    return `${this.page.url()}: ${(await this.page.locator('body').innerText()).replaceAll(/\s+/gu, ' ')}`;
  }

  /** The status chip in the navbar, saying this. */
  chip(text: string | RegExp): Locator {
    return this.page.getByRole('button', { name: text }).and(this.page.locator('[aria-haspopup="dialog"]'));
  }

  /** Where names are typed in the dialog. */
  get names(): Locator {
    return this.page.getByRole('textbox', { name: 'Names' });
  }

  async openAddDialog(names: readonly string[]): Promise<Locator> {
    // Nobody works in a tab that is not in front, and browsers hardly draw one.
    await this.page.bringToFront();
    await this.page.getByRole('button', { name: 'Add Students' }).first().click();
    await this.names.fill(names.join('\n'));
    return this.page.getByRole('button', {
      name: names.length === 1 ? 'Add student' : `Add ${names.length} students`,
      exact: true,
    });
  }

  async add(names: readonly string[]): Promise<void> {
    const button = await this.openAddDialog(names);
    await button.click();
    await this.#hear('Students added successfully!');
  }

  async rename(fullName: string, lastName: string): Promise<void> {
    await this.#openActions(fullName);
    await this.page.getByRole('menuitem', { name: 'Rename' }).click();
    await this.page.getByLabel('Last name').fill(lastName);
    await this.page.getByRole('button', { name: 'Save', exact: true }).click();
    await this.#hear('Student updated successfully');
  }

  async changePrivacy(fullName: string, to: 'private' | 'community' | 'public'): Promise<void> {
    await this.#openActions(fullName);
    const label = { private: 'Private', community: 'Community', public: 'Public' }[to];
    await this.page.getByRole('menuitemradio', { name: label }).click();
    await this.page.getByRole('button', { name: `Change to ${to}` }).click();
    await this.#hear('Privacy preference updated successfully!');
  }

  async archive(fullName: string): Promise<void> {
    await this.#openActions(fullName);
    await this.page.getByRole('menuitem', { name: 'Archive' }).click();
    await this.page.getByRole('button', { name: 'Archive', exact: true }).click();
    await this.#hear(`${fullName} archived`);
  }

  async move(fullName: string, className: string): Promise<void> {
    await this.#openActions(fullName);
    await this.page.getByRole('menuitem', { name: 'Move to class' }).click();
    await this.page.getByLabel('New class').selectOption({ label: className });
    await this.page.getByRole('button', { name: 'Move', exact: true }).click();
    await this.#hear(`${fullName} moved to ${className}`);
  }

  /** Changes the name and the colour of the class that is open, each where it is given. */
  async editClass(name: string, looks: { name?: string; colour?: string }): Promise<void> {
    await this.page.bringToFront();
    await this.page.getByRole('button', { name: `Manage ${name}` }).click();
    await this.page.getByRole('menuitem', { name: 'Edit name and colour' }).click();
    const dialog = this.page.getByRole('dialog', { name: `Edit ${name}` });
    if (looks.name !== undefined) await dialog.getByLabel('Name').fill(looks.name);
    if (looks.colour !== undefined) await dialog.getByRole('radio', { name: looks.colour }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await this.#hear('Class updated');
  }

  /** Leaves only this student, or those with that piece of a name, in the table. */
  async search(words: string): Promise<void> {
    await this.page.getByPlaceholder(/^Search/u).fill(words);
  }

  actionsOf(fullName: string): Locator {
    return this.page.getByRole('button', { name: `Actions for ${fullName}`, exact: true });
  }

  async #openActions(fullName: string): Promise<void> {
    await this.page.bringToFront();
    await this.search(fullName);
    await this.actionsOf(fullName).click();
  }

  /** Waits for the words and clears them away, so that the next change's are not mistaken for these. */
  async #hear(words: string): Promise<void> {
    // A toast that can undo what it says is a status, any other an alert.
    const toast = this.page.getByRole('alert').or(this.page.getByRole('status')).filter({ hasText: words });
    await toast.getByText('Saved on this device.').waitFor();
    // On a busy machine they may be gone by themselves: only what is there is clicked, and never the next one's button.
    await toast.getByRole('button', { name: 'Close' }).evaluateAll((buttons) => {
      for (const button of buttons) if (button instanceof HTMLElement) button.click();
    });
    await toast.waitFor({ state: 'detached' });
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
  }
}
