import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import { preparedRoute, route, type Route } from '#server/platform/route.ts';
import { changing } from '../works/changing.ts';
import * as reviews from './reviews.service.ts';

export function reviewRoutes(): Route[] {
  return [
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
