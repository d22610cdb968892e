import type { Module } from '#server/platform/module.ts';
import { permissionRoutes } from './permissions.routes.ts';

/** What guardians allowed. */
export function createPermissions(): Module {
  return { routes: permissionRoutes };
}
