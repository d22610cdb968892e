import { passwordEndpoints } from '#contract/passwords/passwords.endpoints.ts';
import { openRoute, type Route } from '#server/platform/route.ts';
import type { PasswordService } from './passwords.service.ts';

export function passwordRoutes(passwords: PasswordService): Route[] {
  return [
    openRoute(passwordEndpoints.askReset, async ({ body }, call) => {
      await passwords.askReset(body.email, { ...call, network: call.browser.network });
      return {};
    }),
    openRoute(passwordEndpoints.checkReset, ({ body }, call) => passwords.checkReset(body.token, call)),
    openRoute(passwordEndpoints.reset, async ({ body }, call) => {
      await passwords.reset(body, call);
      return {};
    }),
    openRoute(passwordEndpoints.change, async ({ body }, call) => {
      await passwords.change(body, call);
      return {};
    }),
  ];
}
