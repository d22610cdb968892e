import type { Page } from 'playwright';
import { openContext } from './browser.ts';
import type { SchoolBehindProxy } from './school-behind-proxy.ts';

/** A child whose login card was printed. */
export interface CardHolder {
  id: string;
  /** The first name. */
  name: string;
  username: string;
  badge: string;
  /** What the card's code says. */
  code: string;
}

/** Prints login cards and says who may see what, on another computer than the tablet of a test. */
export class SchoolOffice {
  private constructor(
    private readonly page: Page,
    private readonly school: SchoolBehindProxy,
  ) {}

  static async open(school: SchoolBehindProxy): Promise<SchoolOffice> {
    const page = await (await openContext({ hasWorkers: false })).newPage();
    // Not by the way that a test disturbs.
    const { hostname } = new URL(school.origin);
    await page.goto(`http://${hostname}:${school.server.port}/login`);
    return new SchoolOffice(page, school);
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }

  async #post<Answer>(address: string, body: object, access: string | null): Promise<Answer> {
    const { status, text } = await this.page.evaluate(
      async ([url, json, token]) => {
        const response = await fetch(`/api${url}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...(token !== null && { authorization: `Bearer ${token}` }),
          },
          body: json,
        });
        return { status: response.status, text: await response.text() };
      },
      [address, JSON.stringify(body), access] as const,
    );
    if (status !== 200) throw new Error(`${address} answered ${status}: ${text}`);
    return JSON.parse(text) as Answer;
  }

  /** Of the first two children of the demo's class of maples. */
  async printTwoCards(): Promise<[CardHolder, CardHolder]> {
    const access = await this.#signIn();
    const [one, other] = await this.school.record.studentsIn('MAPXE247');
    if (!one || !other) throw new Error('The class is too small');
    return [await this.#print(one.id, access), await this.#print(other.id, access)];
  }

  /** Voids all cards of a child. */
  async replaceCards({ id }: CardHolder): Promise<void> {
    await this.#post(`/student/${id}/login-cards/replace/`, {}, await this.#signIn());
  }

  /** What a child makes may be seen by the school from now on; until somebody says so it is private. */
  async openToSchool({ id }: CardHolder): Promise<void> {
    const wanted = { user_ids: [id], privacy_preference: 'community' };
    await this.#post('/users/privacy-preference/bulk/', wanted, await this.#signIn());
  }

  async #signIn(): Promise<string> {
    const staff = { username: 'teacher@greenfield.test', password: 'Quill-demo-1' };
    return (await this.#post<{ access: string }>('/auth/token/', staff, null)).access;
  }

  async #print(id: string, access: string): Promise<CardHolder> {
    const card = await this.#post<{ first_name: string; username: string; badge: string }>(
      `/student/${id}/login-cards/`,
      {},
      access,
    );
    const { first_name: name, username, badge } = card;
    return { id, name, username, badge, code: JSON.stringify({ username, password: badge }) };
  }
}
