import type { Module, OptionsOf, Platform } from '#server/platform/module.ts';
import { messageRoutes } from './messages.routes.ts';
import { createDearWorldService } from './messages.service.ts';
import { findMessageDrawing, listMessagesForStrangers } from './messages.ts';
import { serveMessageDrawings } from './messages.web.ts';

/** Messages of children to the world, and the editions that the platform makes of them. */
export function createDearWorld(
  deps: Platform & Omit<OptionsOf<typeof createDearWorldService>, 'listMessages'>,
): Module {
  const { database, media } = deps;
  return {
    routes: messageRoutes(createDearWorldService({ ...deps, listMessages: listMessagesForStrangers })),
    serve({ app, findTenant }) {
      serveMessageDrawings(app, { database, media, findTenant, findPicture: findMessageDrawing });
    },
  };
}
