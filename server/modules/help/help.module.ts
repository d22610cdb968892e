import type { Module } from '#server/platform/module.ts';
import type { Article } from './articles.ts';
import { helpRoutes } from './help.routes.ts';
import { createHelpService } from './help.service.ts';

/** The Help Center. */
export function createHelp({ articles }: { articles: readonly Article[] }): Module {
  return { routes: helpRoutes(createHelpService(articles)) };
}
