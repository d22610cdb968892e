import type { FastifyInstance } from 'fastify';
import { isPicked } from './picks.repository.ts';
import { serveSchoolPictures, type SchoolPictureOptions } from './school-pictures.web.ts';

/** Serves covers of works that the platform picked, on its own site. */
export function servePickedCovers(app: FastifyInstance, options: SchoolPictureOptions): void {
  serveSchoolPictures(
    app,
    {
      address: '/library-picks',
      isServedOn: ({ is_platform }) => is_platform,
      isShown: (transaction, { id }, work) => isPicked(transaction, id, work),
    },
    options,
  );
}
