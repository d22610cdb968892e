import { looksLikeBadge } from '#contract/cards/cards.rules.ts';
import type { Session, SignInForm } from '#contract/identity/identity.schema.ts';
import type { CallerBrowser } from '#server/platform/browser.ts';
import { inTenant, type Database } from '#server/platform/database.ts';
import type { Guess, Guesses } from '#server/platform/guesses.ts';
import type { KnownBrowsers } from '#server/platform/known-device.ts';
import type { HostTenant } from '#server/platform/route.ts';
import type { GuessedAccount, IdentityService, PasswordGuard } from './identity.service.types.ts';

/**
 * Signing in, for as long as there were not too many wrong passwords before. A good card is taken whoever guessed how
 * often: or one child with a script would keep its whole school out. For the same reason a browser where somebody signed in
 * before passes the limits of the network and of the class.
 */
export function guardSignIn(options: {
  database: Database;
  identity: IdentityService;
  guesses: Guesses;
  browsers: KnownBrowsers;
}) {
  const { database, identity, guesses, browsers } = options;
  return async (
    tenant: HostTenant,
    credentials: SignInForm,
    { now, browser }: { now: Date; browser: CallerBrowser },
  ): Promise<Session> => {
    const guessing = browsers.look(browser, { tenantId: tenant.id, now });
    const looksLikeCard = looksLikeBadge(credentials.password.trim());
    const byCard = looksLikeCard ? await identity.signInByCard(tenant, credentials, now) : null;
    if (byCard) {
      const isEarned =
        guessing.isKnown ||
        (await inTenant(database, tenant.id, (transaction) => guessing.earn(transaction, byCard.user.id)));
      if (isEarned) guessing.makeKnown();
      return byCard;
    }
    // Nobody guesses 128 random bits. Members have no cards, and their own passwords may look like one.
    const isBeyondGuessing = looksLikeCard && !credentials.username.includes('@');
    const guessBy = ({ subject, personId, classIds }: GuessedAccount): Guess => ({
      tenantId: tenant.id,
      guessers: [
        ...(isBeyondGuessing ? [] : [{ kind: 'account', subject, named: personId } as const]),
        ...guessing.guessers({
          device: 'device',
          known: 'known_device',
          shared: [
            ...(isBeyondGuessing
              ? []
              : classIds.map((id) => ({ kind: 'class', subject: id, named: id }) as const)),
            { kind: 'network', subject: browser.network },
          ],
        }),
      ],
      now,
    });
    let isEarned = false;
    const guard: PasswordGuard = {
      begin: (transaction, account) => guesses.begin(transaction, guessBy(account)),
      endWrong: (account) => guesses.endWrong(guessBy(account)),
      async endRight(transaction, account) {
        await guesses.endRight(transaction, guessBy(account));
        isEarned = await guessing.earn(transaction, account.subject);
      },
    };
    const session = await identity.signInByPassword(tenant, credentials, { now, guard });
    if (isEarned) guessing.makeKnown();
    return session;
  };
}
