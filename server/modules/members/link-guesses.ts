import type { ProblemDefinition } from '#contract/kit/problem.ts';
import type { CallerBrowser } from '#server/platform/browser.ts';
import type { Guesses } from '#server/platform/guesses.ts';
import { knownDevice } from '#server/platform/known-device.ts';
import type { HostTenant } from '#server/platform/route.ts';

/** Where and when somebody opens a link. */
export interface LinkOpening {
  tenant: HostTenant;
  now: Date;
  browser: CallerBrowser;
}

/**
 * A link that somebody was sent is good whoever tries others in the same network. Of those that nobody has, so many are looked at.
 * @throws Problem `request.too_many`
 */
export function tryLink<Result>(
  guesses: Guesses,
  { tenant, now, browser }: LinkOpening,
  wrong: ProblemDefinition,
  work: () => Promise<Result>,
): Promise<Result> {
  const device = knownDevice(browser);
  return guesses.attemptBeyondGuessing(
    {
      tenantId: tenant.id,
      guessers: [
        ...(device === null ? [] : [{ kind: 'invitation_device', subject: device } as const]),
        { kind: 'invitation_network', subject: browser.network },
      ],
      wrong: wrong.code,
      now,
    },
    work,
  );
}
