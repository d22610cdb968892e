import { contentEndpoints } from '#contract/content/content.endpoints.ts';
import { editorEndpoints } from '#contract/content/editor.endpoints.ts';
import { filmEndpoints } from '#contract/content/films.endpoints.ts';
import { inTenant, type Database } from '#server/platform/database.ts';
import { openRoute, preparedRoute, route, type OpenCall, type Route } from '#server/platform/route.ts';
import type { CommunityService } from '../identity/community.service.ts';
import { contentReaderOf, type Asking, type ContentService } from './content.service.ts';
import { listEditedPages } from './edited-pages.ts';
import type { EditorService } from './editor.service.ts';
import type { FilmService } from './films.service.ts';
import type { JoinLinks } from './join-links.ts';
import type { Previews } from './previews.ts';

export function contentRoutes(options: {
  database: Database;
  /** Families have a cookie and no account. */
  community: Pick<CommunityService, 'isIn'>;
  content: ContentService;
  editor: EditorService;
  films: FilmService;
  joinLinks: JoinLinks;
  previews: Previews;
}): Route[] {
  const { database, community, content, editor, films, joinLinks, previews } = options;

  async function ask<Answer>(call: OpenCall, read: (asking: Asking) => Promise<Answer>): Promise<Answer> {
    const { tenant, actor, now, browser } = call;
    const isFamily = actor === null && (await community.isIn(tenant, { now, browser }));
    const reader = contentReaderOf(actor?.role ?? null, isFamily);
    return await inTenant(database, tenant.id, (transaction) =>
      read({ transaction, tenantId: tenant.id, reader, now }),
    );
  }

  return [
    openRoute(contentEndpoints.list, ({ query }, call) => ask(call, (asking) => content.list(query, asking))),
    openRoute(contentEndpoints.read, ({ params, query }, call) =>
      ask(call, (asking) => content.read({ ...params, ...query }, asking)),
    ),
    openRoute(contentEndpoints.preview, ({ body }, call) => previews.open(body.token, call)),
    route(editorEndpoints.listEdited, ({ query }, call) => listEditedPages(query, call)),
    route(editorEndpoints.create, (input, call) => editor.create(input, call)),
    route(editorEndpoints.edit, (input, call) => editor.edit(input, call)),
    route(editorEndpoints.listVersions, (input, call) => editor.listVersions(input, call)),
    route(editorEndpoints.writeDraft, (input, call) => editor.writeDraft(input, call)),
    route(editorEndpoints.publish, (input, call) => editor.publish(input, call)),
    route(editorEndpoints.unpublish, (input, call) => editor.unpublish(input, call)),
    route(editorEndpoints.restore, (input, call) => editor.restore(input, call)),
    route(editorEndpoints.leave, (input, call) => editor.leave(input, call)),
    route(editorEndpoints.linkPreview, (input, call) => previews.link(input, call)),
    route(editorEndpoints.setJoinLink, (input, call) => joinLinks.change(input, call)),
    route(filmEndpoints.begin, (input, call) => films.begin(input, call)),
    openRoute(filmEndpoints.sendPart, (input, call) => films.sendPart(input, call)),
    preparedRoute(
      filmEndpoints.finish,
      (input, call) => films.look(input, call),
      (input, call, looked) => films.finish(input, call, looked),
    ),
    route(filmEndpoints.read, (input, call) => films.read(input, call)),
    route(filmEndpoints.remove, (input, call) => films.remove(input, call)),
    route(editorEndpoints.choose, (input, call) => editor.choose(input, call)),
  ];
}
