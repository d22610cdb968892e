import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import { writingEndpoints } from '#contract/writing/writing.endpoints.ts';
import { preparedRoute, route, type LocksAhead, type Route } from '#server/platform/route.ts';
import * as reviews from './reviews.service.ts';
import { lockStories } from './writing.repository.ts';
import * as writing from './writing.service.ts';

interface OfWork {
  params: { workId: string };
}

/** Whoever changes a story waits for whoever else does. */
const ofStory: LocksAhead<OfWork> = { idsOf: ({ params }) => [params.workId], lock: lockStories };

/** A change, and which story it was. */
function changing<Input extends OfWork, Where>(change: (input: Input, call: Where) => Promise<void>) {
  return async (input: Input, call: Where) => {
    await change(input, call);
    return { id: input.params.workId };
  };
}

export function writingRoutes(): Route[] {
  return [
    route(writingEndpoints.begin, async (input, call) => {
      await writing.begin(input, call);
      return { id: input.body.id };
    }),
    route(writingEndpoints.change, changing(writing.change), ofStory),
    route(writingEndpoints.addChapter, changing(writing.addChapter), ofStory),
    route(writingEndpoints.saveChapter, changing(writing.saveChapter), ofStory),
    route(writingEndpoints.moveChapter, changing(writing.moveChapter), ofStory),
    route(writingEndpoints.removeChapter, changing(writing.removeChapter), ofStory),
    route(writingEndpoints.handIn, changing(writing.handIn), ofStory),
    route(writingEndpoints.takeBack, changing(writing.takeBack), ofStory),
    route(writingEndpoints.discard, changing(writing.discard), ofStory),
    route(writingEndpoints.listVersions, writing.listVersions),
    route(writingEndpoints.listRemoved, writing.listRemoved),
    route(reviewEndpoints.listWaiting, ({ query }, call) => reviews.listWaiting(query, call)),
    route(reviewEndpoints.listOfWork, reviews.listOfWork),
    preparedRoute(
      reviewEndpoints.sendVoice,
      async ({ body }) => Buffer.from(await body.voice.arrayBuffer()),
      reviews.sendVoice,
    ),
    route(reviewEndpoints.giveBack, changing(reviews.giveBack)),
    route(reviewEndpoints.approve, changing(reviews.approve)),
    route(reviewEndpoints.publish, changing(reviews.publish)),
    route(reviewEndpoints.withdraw, changing(reviews.withdraw)),
  ];
}
