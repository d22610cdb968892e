import { mailEndpoints } from '#contract/mail/mail.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import type { MailService } from './mail.service.ts';

export function mailRoutes(mail: MailService): Route[] {
  return [
    route(mailEndpoints.list, ({ query }, call) => mail.list(query, call)),
    route(mailEndpoints.again, ({ params }, call) => mail.again(params.id, call)),
  ];
}
