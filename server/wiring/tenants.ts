import { createClosingCodes } from '../modules/closings/closing-codes.ts';
import { closingRoutes } from '../modules/closings/closings.routes.ts';
import { createClosingService } from '../modules/closings/closings.service.ts';
import { deletionTask } from '../modules/closings/deletion.task.ts';
import { reminderTask } from '../modules/closings/reminders.task.ts';
import { createWriteOffService } from '../modules/closings/write-offs.service.ts';
import { exportRoutes } from '../modules/exports/exports.routes.ts';
import { createExportService } from '../modules/exports/exports.service.ts';
import { exportTask } from '../modules/exports/exports.task.ts';
import { healthRoutes } from '../modules/health/health.routes.ts';
import { sessionEnding } from '../modules/identity/session-ending.ts';
import { addFirstMember } from '../modules/members/first-member.ts';
import { modeRoutes } from '../modules/modes/modes.routes.ts';
import { createPlatformModeService } from '../modules/modes/platform-modes.service.ts';
import { tenantLifeRoutes } from '../modules/panel/tenant-life.routes.ts';
import { createTenantLifeService } from '../modules/panel/tenant-life.service.ts';
import { insertTransfers } from '../modules/payments/payments.repository.ts';
import { createDomainProofs } from '../modules/tenants/domain-proofs.ts';
import { createRegistrationService } from '../modules/tenants/registration.service.ts';
import { createTenantDetailsService } from '../modules/tenants/tenant-details.service.ts';
import { tenantUsageRoutes } from '../modules/tenants/tenant-usage.routes.ts';
import { tenantRoutes } from '../modules/tenants/tenants.routes.ts';
import { standing } from '../modules/visits/standing.ts';
import { beginWithOffered } from '../modules/works/categories.service.ts';
import { usualBackupDays } from '../platform/retention.ts';
import type { Basics } from './basics.ts';
import type { People } from './people.ts';

/** Schools and organizations: their details, how they register, are exported, close and are deleted. */
export function createTenants(basics: Basics, people: People) {
  const { options, database, secretKey, baseDomain, stagingHosts, clock, addTask } = basics;
  const { tenants, guesses, outbox, pictures, media } = basics;
  const { passwords } = people;
  const closingCodes = createClosingCodes({ database, secretKey });
  const routes = [
    ...healthRoutes({ readiness: basics.readiness, drain: basics.drain }),
    ...tenantRoutes({
      database,
      tenants,
      details: createTenantDetailsService({
        database,
        proofs: createDomainProofs({ secretKey, baseDomain, stagingHosts }),
        records: options.domainRecords,
        guesses,
        pictures,
      }),
      registration: createRegistrationService({
        database,
        secretKey,
        baseDomain,
        tenants,
        passwords,
        addFirstMember,
        beginWithOffered,
        links: people.schoolLinks,
        outbox,
        guesses,
        pictures,
      }),
    }),
    ...tenantUsageRoutes,
    ...tenantLifeRoutes(createTenantLifeService({ sessions: sessionEnding })),
    ...exportRoutes(createExportService({ addTask, standing })),
    ...closingRoutes(
      createClosingService({
        database,
        secretKey,
        codes: closingCodes,
        outbox,
        addTask,
        standing,
        checkPassword: (password, by) => passwords.check(password, by),
      }),
      createWriteOffService({ database, codes: closingCodes, outbox, standing, insertTransfers }),
    ),
    ...modeRoutes(createPlatformModeService({ pictures })),
  ];
  const tasks =
    options.worksOnTenants === true
      ? [
          exportTask({ database, clock, media, outbox }),
          reminderTask({ outbox }),
          deletionTask({
            database,
            clock,
            media,
            outbox,
            secretKey,
            backupDays: options.backupDays ?? usualBackupDays,
          }),
        ]
      : [];
  return { routes, tasks };
}
