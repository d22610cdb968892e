import { writingEndpoints } from '#contract/writing/writing.endpoints.ts';
import { route, type LocksAhead, type Route } from '#server/platform/route.ts';
import { changing, type OfWork } from '../works/changing.ts';
import { lockStories } from '../works/stories.repository.ts';
import * as writing from './writing.service.ts';

/** Whoever changes a story waits for whoever else does. */
const ofStory: LocksAhead<OfWork> = { idsOf: ({ params }) => [params.workId], lock: lockStories };

export function writingRoutes(accounts: writing.CountedBooks): Route[] {
  return [
    route(writingEndpoints.begin, async (input, call) => {
      await writing.begin(input, call, accounts);
      return { id: input.body.id };
    }),
    route(writingEndpoints.change, changing(writing.change), ofStory),
    route(writingEndpoints.addChapter, changing(writing.addChapter), ofStory),
    route(writingEndpoints.saveChapter, changing(writing.saveChapter, accounts), ofStory),
    route(writingEndpoints.moveChapter, changing(writing.moveChapter), ofStory),
    route(writingEndpoints.removeChapter, changing(writing.removeChapter), ofStory),
    route(writingEndpoints.handIn, changing(writing.handIn), ofStory),
    route(writingEndpoints.takeBack, changing(writing.takeBack), ofStory),
    route(writingEndpoints.discard, changing(writing.discard, accounts), ofStory),
    route(writingEndpoints.listVersions, writing.listVersions),
    route(writingEndpoints.listRemoved, writing.listRemoved),
  ];
}
