import { monitoringEndpoints } from '#contract/monitoring/monitoring.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import type { WatchService } from './watch.service.ts';
import type { WatchedWordService } from './watched-words.service.ts';

export function watchRoutes(watch: WatchService, words: WatchedWordService): Route[] {
  return [
    route(monitoringEndpoints.list, (input, call) => watch.list(input, call)),
    route(monitoringEndpoints.count, (_input, call) => watch.count(call)),
    route(monitoringEndpoints.read, (input, call) => watch.read(input, call)),
    route(monitoringEndpoints.claim, (input, call) => watch.claim(input, call)),
    route(monitoringEndpoints.keep, (input, call) => watch.keep(input, call)),
    route(monitoringEndpoints.ask, (input, call) => watch.ask(input, call)),
    route(monitoringEndpoints.takeDown, (input, call) => watch.takeDown(input, call)),
    route(monitoringEndpoints.listWords, (_input, call) => words.list(call)),
    route(monitoringEndpoints.addWord, (input, call) => words.add(input, call)),
    route(monitoringEndpoints.removeWord, (input, call) => words.remove(input, call)),
    route(monitoringEndpoints.reinstate, (input, call) => watch.reinstate(input, call)),
  ];
}
