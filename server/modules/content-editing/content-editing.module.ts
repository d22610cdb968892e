import type { Module, OptionsOf, Platform } from '#server/platform/module.ts';
import type { ContentService } from '../content/content.service.ts';
import { editorRoutes } from './content-editing.routes.ts';
import { createEditorService } from './editor.service.ts';
import { createJoinLinks, type JoinLinks } from './join-links.ts';
import { createPreviews } from './previews.ts';

export interface ContentEditing extends Module {
  readonly joinLinks: JoinLinks;
}

/** How public pages are written, looked at before others see them, and published. */
export function createContentEditing(
  deps: Platform & Pick<OptionsOf<typeof createPreviews>, 'standing'> & { content: ContentService },
): ContentEditing {
  const joinLinks = createJoinLinks(deps);
  const editor = createEditorService({ ...deps, joinLinks });
  const previews = createPreviews({ ...deps, editor });
  return { joinLinks, routes: editorRoutes({ editor, joinLinks, previews }) };
}
