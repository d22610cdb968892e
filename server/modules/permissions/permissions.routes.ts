import { permissionEndpoints } from '#contract/permissions/permissions.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import * as permissions from './permissions.service.ts';

export const permissionRoutes: Route[] = [
  route(permissionEndpoints.list, permissions.listPermissions),
  route(permissionEndpoints.record, permissions.recordPermission),
  route(permissionEndpoints.end, permissions.endPermission),
  route(permissionEndpoints.readNeeded, permissions.readNeeded),
];
