import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import type { CardService } from './cards.service.ts';

export function cardRoutes(cards: CardService): Route[] {
  return [
    route(cardEndpoints.issueForClass, ({ params, body }, call) =>
      cards.issueForClass(params.classId, body, call),
    ),
    route(cardEndpoints.issueForStudent, ({ params }, call) => cards.issueForStudent(params.studentId, call)),
    route(cardEndpoints.listOfStudent, ({ params, query }, call) =>
      cards.listOfStudent(params.studentId, query, call),
    ),
    route(cardEndpoints.summarizeClass, ({ params }, call) =>
      cards.summarize({ classId: params.classId }, call),
    ),
    route(cardEndpoints.summarizeSchool, (_input, call) => cards.summarize('school', call)),
    route(cardEndpoints.replaceOfStudent, ({ params, body }, call) =>
      cards.replace({ studentId: params.studentId }, body, call),
    ),
    route(cardEndpoints.replaceOfClass, ({ params, body }, call) =>
      cards.replace({ classId: params.classId }, body, call),
    ),
    route(cardEndpoints.replaceOfSchool, ({ body }, call) => cards.replace('school', body, call)),
    route(cardEndpoints.discard, ({ body }, call) => cards.discard(body.card_ids, call)),
    route(cardEndpoints.readSettings, (_input, call) => cards.readSettings(call)),
    route(cardEndpoints.changeSettings, ({ body }, call) => cards.changeSettings(body, call)),
    route(cardEndpoints.revealClass, ({ params, query }, call) =>
      cards.revealClass(params.classId, query, call),
    ),
    route(cardEndpoints.revealStudent, ({ params }, call) =>
      cards.revealStudent(params.classCode, params.studentId, call),
    ),
  ];
}
