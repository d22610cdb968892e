import { oldSchoolLinks } from '../modules/affiliations/school-links.repository.ts';
import { oldReveals } from '../modules/cards/cards.repository.ts';
import { leftFilms } from '../modules/content/films.repository.ts';
import { oldExports } from '../modules/exports/exports.repository.ts';
import { oldRefreshTokens } from '../modules/identity/identity.repository.ts';
import { oldMessages } from '../modules/mail/mail.repository.ts';
import { oldEmailChanges } from '../modules/members/email-changes.repository.ts';
import { oldInvitations } from '../modules/members/invitations.repository.ts';
import { oldResets } from '../modules/passwords/passwords.repository.ts';
import { oldRequests } from '../modules/requests/requests.repository.ts';
import { oldGrants } from '../modules/sync/grants.repository.ts';
import { neverSetUp, oldRegistrations } from '../modules/tenants/registration.repository.ts';
import { oldRequests as oldVisitRequests } from '../modules/visits/consent.repository.ts';
import { oldOverrides } from '../modules/visits/overrides.repository.ts';
import { oldLinks } from '../modules/visits/visits.repository.ts';
import { oldCopies } from '../modules/works/kept-copies.ts';
import { oldMediaWeeks } from '../modules/works/media-weeks.ts';
import { oldOffers } from '../modules/works/offers.repository.ts';
import { forgottenGuesses } from '../platform/guesses.ts';
import { oldAnswers, oldKeys } from '../platform/idempotency.ts';
import { createMediaMover } from '../platform/media-mover.ts';
import { createPurger } from '../platform/purges.ts';
import { retainedRows, type Retention, usualRetention } from '../platform/retention.ts';
import { createSweeper, type OldRows } from '../platform/sweep.ts';
import { oldTasks } from '../platform/tasks.repository.ts';
import { oldUsage } from '../platform/usage.ts';
import type { Basics } from './basics.ts';

/** The rows that a sweep deletes once a day. */
export const retentionRules = (retention: Retention): readonly OldRows[] => [
  forgottenGuesses,
  oldAnswers,
  oldKeys,
  oldMessages,
  oldTasks,
  oldResets,
  oldLinks,
  oldVisitRequests,
  oldOverrides,
  oldRefreshTokens,
  oldReveals,
  oldGrants,
  oldInvitations,
  oldEmailChanges,
  oldRegistrations,
  oldSchoolLinks,
  oldOffers,
  oldRequests,
  oldCopies,
  oldExports,
  oldUsage,
  oldMediaWeeks,
  leftFilms,
  ...retainedRows(retention),
  // Last, when what they had is gone as far as it is old.
  neverSetUp,
];

/** Begins with the server and ends with it: the sweep of what is old, the move of media, and news for a shared cache. */
export function startUpkeep({ app, options, database, clock, media, baseDomain, publicUrl }: Basics): void {
  if (options.sweeps === true) {
    const { retention = usualRetention } = options;
    const onFailure = (error: unknown) => app.log.warn({ err: error }, 'what is old could not be swept away');
    const sweeper = createSweeper({ database, clock, rows: retentionRules(retention), onFailure });
    app.addHook('onReady', async () => sweeper.start());
    app.addHook('onClose', () => sweeper.close());
  }
  if (media.store && options.movesMedia === true) {
    const onFailure = (error: unknown) => app.log.warn({ err: error }, 'media could not be moved');
    const mover = createMediaMover({ database, store: media.store, clock, onFailure });
    app.addHook('onReady', async () => mover.start());
    app.addHook('onClose', () => mover.close());
  }
  if (options.delivery?.purgeUrl) {
    const purger = createPurger({
      database,
      url: options.delivery.purgeUrl,
      baseDomain,
      publicUrl,
      onFailure: (error) => app.log.warn({ err: error }, 'a shared cache could not be told what to forget'),
    });
    app.addHook('onClose', () => purger.close());
  }
}
