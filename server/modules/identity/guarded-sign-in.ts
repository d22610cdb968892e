import { looksLikeBadge } from '#contract/cards/cards.rules.ts';
import type { Session, SignInForm } from '#contract/identity/identity.schema.ts';
import type { CallerBrowser } from '#server/platform/browser.ts';
import type { Guess, Guesses } from '#server/platform/guesses.ts';
import { knownDevice } from '#server/platform/known-device.ts';
import type { HostTenant } from '#server/platform/route.ts';
import type { IdentityService, PasswordGuard } from './identity.service.ts';

/**
 * Signing in, for as long as there were not too many wrong passwords before. A good card is taken whoever guessed how
 * often: or one child with a script would keep its whole school out.
 */
export function guardSignIn(options: { identity: IdentityService; guesses: Guesses }) {
  const { identity, guesses } = options;
  return async (
    tenant: HostTenant,
    credentials: SignInForm,
    { now, browser }: { now: Date; browser: CallerBrowser },
  ): Promise<Session> => {
    const device = knownDevice(browser);
    const looksLikeCard = looksLikeBadge(credentials.password.trim());
    const byCard = looksLikeCard ? await identity.signInByCard(tenant, credentials, now) : null;
    if (byCard) return byCard;
    // Nobody guesses 128 random bits. Members have no cards, and their own passwords may look like one.
    const isBeyondGuessing = looksLikeCard && !credentials.username.includes('@');
    const guessBy = (account: string): Guess => ({
      tenantId: tenant.id,
      guessers: [
        ...(isBeyondGuessing ? [] : [{ kind: 'account', subject: account } as const]),
        ...(device === null ? [] : [{ kind: 'device', subject: device } as const]),
        { kind: 'network', subject: browser.network },
      ],
      now,
    });
    const guard: PasswordGuard = {
      begin: (transaction, account) => guesses.begin(transaction, guessBy(account)),
      endWrong: (account) => guesses.endWrong(guessBy(account)),
      endRight: (transaction, account) => guesses.endRight(transaction, guessBy(account)),
    };
    return await identity.signInByPassword(tenant, credentials, { now, guard });
  };
}
