import { contentEndpoints } from '#contract/content/content.endpoints.ts';
import { editorEndpoints } from '#contract/content/editor.endpoints.ts';
import { openRoute, route, type Route } from '#server/platform/route.ts';
import { listEditedPages } from './edited-pages.ts';
import type { EditorService } from './editor.service.ts';
import type { JoinLinks } from './join-links.ts';
import type { Previews } from './previews.ts';

export function editorRoutes({
  editor,
  joinLinks,
  previews,
}: {
  editor: EditorService;
  joinLinks: JoinLinks;
  previews: Previews;
}): Route[] {
  return [
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
    route(editorEndpoints.choose, (input, call) => editor.choose(input, call)),
  ];
}
