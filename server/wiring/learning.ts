import { countOpenCauses } from '../modules/causes/causes.repository.ts';
import { classAccess } from '../modules/classes/classes.service.ts';
import { contentRoutes } from '../modules/content/content.routes.ts';
import { createContentService, type ContentService } from '../modules/content/content.service.ts';
import { createEditorService } from '../modules/content/editor.service.ts';
import { createFilmBytes, type FilmBytes } from '../modules/content/film-bytes.ts';
import { createFilmService, type FilmService } from '../modules/content/films.service.ts';
import { createJoinLinks } from '../modules/content/join-links.ts';
import { createPreviews } from '../modules/content/previews.ts';
import { helpRoutes } from '../modules/help/help.routes.ts';
import { createHelpService } from '../modules/help/help.service.ts';
import { createAssignmentService } from '../modules/learning/assignments.service.ts';
import { createJoiningService } from '../modules/learning/joining.service.ts';
import { learningRoutes } from '../modules/learning/learning.routes.ts';
import { createReminderService } from '../modules/learning/reminders.service.ts';
import { eventReminderTask } from '../modules/learning/reminders.task.ts';
import { createReach } from '../modules/panel/reach.ts';
import { standing } from '../modules/visits/standing.ts';
import type { TaskKind } from '../platform/due-work.ts';
import type { Route } from '../platform/route.ts';
import type { Basics } from './basics.ts';
import type { People } from './people.ts';

export interface Learning {
  readonly content: ContentService;
  readonly films: FilmService;
  readonly filmBytes: FilmBytes;
  readonly routes: readonly Route[];
  readonly tasks: readonly TaskKind[];
}

/** Public pages, their editor, and what is learned there. */
export function createLearning(basics: Basics, people: People): Learning {
  const { database, media, panel, secretKey, outbox, addTask } = basics;
  const reach = createReach({ panel });
  const content = createContentService({
    countReach: async ({ transaction, now }) => ({
      ...(await reach(now)),
      causes: await countOpenCauses(transaction),
    }),
  });
  const joinLinks = createJoinLinks({ secretKey });
  const editor = createEditorService({ content, joinLinks });
  const filmBytes = createFilmBytes({ database, media });
  const films = createFilmService({ database, secretKey, bytes: filmBytes });
  const previews = createPreviews({ database, secretKey, content, editor, standing });
  const routes = [
    ...contentRoutes({ database, community: people.community, content, editor, films, joinLinks, previews }),
    ...learningRoutes(
      createAssignmentService({ classes: classAccess, content }),
      createReminderService({ addTask }),
      createJoiningService({ content, joinLinks }),
    ),
    ...helpRoutes(createHelpService(basics.options.articles ?? [])),
  ];
  const tasks = [
    eventReminderTask({ listPages: (asking) => content.listWithMoments(asking), outbox, addTask }),
  ];
  return { content, films, filmBytes, routes, tasks };
}
