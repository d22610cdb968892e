import type { Module, OptionsOf } from '#server/platform/module.ts';
import { oldResets } from './passwords.repository.ts';
import { passwordRoutes } from './passwords.routes.ts';
import { createPasswordService, type PasswordService } from './passwords.service.ts';

export interface Passwords extends Module {
  readonly passwords: PasswordService;
}

/** Passwords of grown-ups. */
export function createPasswords(deps: OptionsOf<typeof createPasswordService>): Passwords {
  const passwords = createPasswordService(deps);
  return { passwords, routes: passwordRoutes(passwords), oldRows: () => [oldResets] };
}
