import type { FastifyInstance } from 'fastify';
import { elsewhere } from '#server/platform/database.ts';
import { findPlatformId } from '#server/platform/platform-tenant.ts';
import { findEdition } from './messages.repository.ts';
import { serveSchoolPictures, type SchoolPictureOptions } from '../panel-works/school-pictures.web.ts';

/** Serves drawings of messages that are in an edition, on each host. */
export function serveMessageDrawings(app: FastifyInstance, options: SchoolPictureOptions): void {
  serveSchoolPictures(
    app,
    {
      address: '/dear-world',
      async isShown(transaction, _tenant, work) {
        const platformId = await findPlatformId(transaction);
        if (platformId === undefined) return false;
        const edition = await elsewhere(transaction, platformId, () =>
          findEdition(transaction, platformId, work),
        );
        return edition !== undefined;
      },
    },
    options,
  );
}
