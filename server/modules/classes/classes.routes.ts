import { classEndpoints } from '#contract/classes/classes.endpoints.ts';
import { route, type LocksAhead, type Route } from '#server/platform/route.ts';
import * as changing from './class-changes.service.ts';
import { lockClasses } from './class-places.repository.ts';
import { listClasses, readClass } from './classes.service.ts';

const locksClass: LocksAhead<{ params: { id: string } }> = {
  idsOf: ({ params }) => [params.id],
  lock: lockClasses,
};

export function classRoutes(): Route[] {
  return [
    route(classEndpoints.listForSchool, ({ query }, { transaction, actor }) =>
      listClasses(transaction, actor, query),
    ),
    route(classEndpoints.listForTeacher, ({ query }, { transaction, actor }) =>
      listClasses(transaction, actor, query),
    ),
    route(classEndpoints.read, ({ params }, { transaction, actor }) =>
      readClass(transaction, actor, params.id),
    ),
    route(classEndpoints.create, ({ body }, call) => changing.createClass(body, call)),
    route(
      classEndpoints.rename,
      ({ params, body }, call) => changing.renameClass(params.id, body.name, call),
      locksClass,
    ),
    route(
      classEndpoints.recolour,
      ({ params, body }, call) => changing.recolourClass(params.id, body.class_theme, call),
      locksClass,
    ),
    route(classEndpoints.archive, ({ params }, call) => changing.archiveClass(params.id, call), locksClass),
    route(classEndpoints.restore, ({ params }, call) => changing.restoreClass(params.id, call), locksClass),
    route(classEndpoints.assignTeachers, ({ params, body }, call) =>
      changing.assignTeachers(params.id, body, call),
    ),
    route(classEndpoints.replaceCode, ({ params }, call) => changing.replaceClassCode(params.id, call)),
  ];
}
