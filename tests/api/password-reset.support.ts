import type { KyselyPlugin } from 'kysely';
import { beforeEach } from 'vitest';
import { passwordEndpoints } from '#contract/passwords/passwords.endpoints.ts';
import { makeMember } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { type MailSender, mailSenderOf, TestMailbox, tokenIn } from '../support/mailbox.ts';
import { worldOfFile } from '../support/world-of-file.ts';

export const minute = 60_000;
export const oldPassword = 'Test-password-1';
export const newPassword = 'correct horse battery';

function isListOfValues(value: unknown): boolean {
  return (value as { kind?: string } | null)?.kind === 'PrimitiveValueListNode';
}

/** The statements that the program builds, by their shape. Switched on by whoever looks. */
class Statements implements KyselyPlugin {
  shapes: string[] | null = null;

  transformQuery({ node }: Parameters<KyselyPlugin['transformQuery']>[0]) {
    this.shapes?.push(
      JSON.stringify(node, (key, value: unknown) =>
        key === 'value' || isListOfValues(value) ? undefined : value,
      ),
    );
    return node;
  }

  transformResult({ result }: Parameters<KyselyPlugin['transformResult']>[0]) {
    return Promise.resolve(result);
  }
}

/** Holds a sign-in up where it has read the password that it goes on to verify. */
class HeldSignIn implements KyselyPlugin {
  readonly #reads = new WeakSet<object>();
  #pause: { isReached: () => void; until: Promise<void> } | null = null;

  /** For the next sign-in: resolves once it has read, to what lets it go on. */
  async next(): Promise<() => void> {
    let goOn: () => void = () => undefined;
    const until = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await new Promise<void>((isReached) => {
      this.#pause = { isReached, until };
    });
    return goOn;
  }

  transformQuery({ node, queryId }: Parameters<KyselyPlugin['transformQuery']>[0]) {
    if (node.kind === 'SelectQueryNode' && JSON.stringify(node.joins ?? []).includes('"credentials"'))
      this.#reads.add(queryId);
    return node;
  }

  async transformResult({ result, queryId }: Parameters<KyselyPlugin['transformResult']>[0]) {
    const pause = this.#pause;
    if (pause && this.#reads.has(queryId)) {
      this.#pause = null;
      pause.isReached();
      await pause.until;
    }
    return result;
  }
}

export const at = (host: string): Caller => ({ host, access: null });

/** Two schools, a mailbox, and what is asked about a forgotten password. A world of its own for each test file. */
export function resetsOfFile() {
  /** Filled by the set-up. */
  const post = {} as { mailbox: TestMailbox; sender: MailSender };
  const statements = new Statements();
  const heldSignIn = new HeldSignIn();
  const { world, greenfield, riverside } = worldOfFile({ plugins: [statements, heldSignIn] });

  beforeEach(async () => {
    post.mailbox = new TestMailbox();
    post.sender = mailSenderOf(world, post.mailbox);
    // What earlier tests asked for counts no more.
    world.clock.advance(25 * 60 * minute);
  });

  function ask(email: string, host = greenfield.host) {
    return world.call(at(host), passwordEndpoints.askReset, { body: { email } });
  }

  /** Asks for a link and reads it in the e-mail that comes. */
  async function linkFor(email: string, host = greenfield.host): Promise<string> {
    await ask(email, host);
    await post.sender.sendDue();
    return tokenIn(post.mailbox.lastTo(email));
  }

  function reset(token: string, new_password = newPassword, host = greenfield.host) {
    return world.call(at(host), passwordEndpoints.reset, { body: { token, new_password } });
  }

  function check(token: string, host = greenfield.host) {
    return world.call(at(host), passwordEndpoints.checkReset, { body: { token } });
  }

  async function signInStatus(username: string, password: string, host = greenfield.host): Promise<number> {
    const { status } = await world.request(at(host), 'POST', '/api/auth/token/', {
      body: { username, password },
    });
    return status;
  }

  let made = 0;

  /** Somebody of the staff with the old password. */
  async function somebody(school = greenfield, role: 'teacher' | 'parent' | 'school_admin' = 'teacher') {
    made += 1;
    return await makeMember(world.context, school.tenant, {
      role,
      first_name: 'Zoë',
      last_name: 'Wójcik',
      email: `somebody-${made}@${school.tenant.subdomain ?? ''}.test`,
      password: oldPassword,
    });
  }

  return {
    post,
    statements,
    heldSignIn,
    world,
    greenfield,
    riverside,
    ask,
    linkFor,
    reset,
    check,
    signInStatus,
    somebody,
  };
}
