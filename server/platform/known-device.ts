import { randomBytes } from 'node:crypto';
import type { CallerBrowser } from './browser.ts';
import { isInFuture } from './clock.ts';
import type { TenantTransaction } from './database.ts';
import type { Guesser, Guesses } from './guesses.ts';
import type { SecretKey } from './secret-key.ts';

const cookie = 'quillshelf_device';
const shape = /^[\w-]{22}$/u;
const year = 365 * 24 * 60 * 60;

const knownCookie = 'quillshelf_known';
const knownShape = /^(\d{1,12})\.([\w-]{43})$/u;
const day = 24 * 60 * 60;
/** Seconds that a browser is known after a sign-in. */
const knownFor = 180 * day;
/** Seconds after which a sign-in makes the cookie new. */
const renewedAfter = 30 * day;

function deviceOf(browser: CallerBrowser): { id: string; isNew: boolean } {
  const sent = browser.cookie(cookie);
  if (sent !== undefined && shape.test(sent)) return { id: sent, isNew: false };
  const id = randomBytes(16).toString('base64url');
  browser.setCookie(cookie, id, year);
  return { id, isNew: true };
}

/**
 * Names a browser from its first guess on (a password, a class code), for nothing but counting its wrong ones. Null the
 * first time: who sends no cookie is one of many in its network.
 */
export function knownDevice(browser: CallerBrowser): string | null {
  const { id, isNew } = deviceOf(browser);
  return isNew ? null : id;
}

/** A browser that guesses, and what its guesses are counted by. */
export interface GuessingBrowser {
  /** True where somebody signed in to this tenant with it in the last 180 days. */
  readonly isKnown: boolean;
  /** @param limits the kind of each; `shared` are those that a known browser passes */
  guessers(limits: {
    device: Guesser['kind'];
    known: Guesser['kind'];
    shared: readonly Guesser[];
  }): Guesser[];
  /**
   * In the transaction of a right sign-in: whether the account may make one more browser known. Somebody with one account
   * would otherwise get a fresh allowance of wrong guesses with each sign-in.
   */
  earn(transaction: TenantTransaction, account: string): Promise<boolean>;
  /** After `earn`, once the sign-in is through: sets the cookie. */
  makeKnown(): void;
}

export interface KnownBrowsers {
  look(browser: CallerBrowser, at: { tenantId: string; now: Date }): GuessingBrowser;
}

/**
 * Knows browsers where somebody signed in before, by a signed cookie that names the device and nobody. They pass the limits
 * that a school shares, so that a stranger in its network keeps nobody out, and have a limit of their own.
 */
export function createKnownBrowsers(options: {
  secretKey: SecretKey;
  guesses: Pick<Guesses, 'countOne'>;
}): KnownBrowsers {
  const { secretKey, guesses } = options;

  const purpose = 'known browsers';
  const signed = (tenantId: string, device: string, issued: string) => `${tenantId} ${device} ${issued}`;

  /** Seconds since 1970 when the cookie was made; null where there is no good one. */
  function issuedIn(browser: CallerBrowser, tenantId: string, device: string, now: Date): number | null {
    const [, issued, signature] = knownShape.exec(browser.cookie(knownCookie) ?? '') ?? [];
    if (issued === undefined || signature === undefined) return null;
    const given = Buffer.from(signature, 'base64url');
    if (!secretKey.isSigned(purpose, signed(tenantId, device, issued), given)) return null;
    const moment = new Date(Number(issued) * 1000);
    const isOver = now.getTime() >= moment.getTime() + knownFor * 1000;
    return isOver || isInFuture(moment, now) ? null : Number(issued);
  }

  return {
    look(browser, { tenantId, now }) {
      const device = deviceOf(browser);
      const issued = device.isNew ? null : issuedIn(browser, tenantId, device.id, now);
      const isKnown = issued !== null;
      const seconds = Math.floor(now.getTime() / 1000);
      const isFresh = isKnown && seconds - issued < renewedAfter;
      return {
        isKnown,
        guessers({ device: kind, known, shared }) {
          if (isKnown) return [{ kind: known, subject: device.id }];
          return [...(device.isNew ? [] : [{ kind, subject: device.id }]), ...shared];
        },
        async earn(transaction, account) {
          if (isKnown) return true;
          const guesser = { kind: 'new_browser', subject: account } as const;
          return await guesses.countOne(transaction, { tenantId, guesser, now });
        },
        makeKnown() {
          if (isFresh) return;
          const signature = secretKey
            .sign(purpose, signed(tenantId, device.id, String(seconds)))
            .toString('base64url');
          browser.setCookie(knownCookie, `${seconds}.${signature}`, knownFor);
        },
      };
    },
  };
}
