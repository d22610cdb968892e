import { importEndpoints } from '#contract/imports/imports.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import type { ImportService } from './imports.service.ts';

export function importRoutes(imports: ImportService): Route[] {
  return [
    route(importEndpoints.addRows, async ({ params, body }, call) => {
      const results = await imports.addRows(params, body, call);
      const added = results.filter(({ outcome }) => outcome === 'added').length;
      return {
        message:
          added === results.length
            ? 'Students added successfully!'
            : `${added} of ${results.length} rows were added.`,
        results,
      };
    }),
    route(importEndpoints.addFile, async ({ params, body }, call) => ({
      message: 'CSV file uploaded successfully! All student accounts have been registered.',
      data: await imports.addFile(params.classId, body.file, call),
    })),
    route(importEndpoints.undo, async ({ params }, call) => {
      const { archived, kept } = await imports.undo(params, call);
      const message =
        kept.length === 0 ? 'The import is undone.' : `The import is undone; ${kept.length} stayed.`;
      return { message, archived, kept };
    }),
  ];
}
