import type { Module, OptionsOf } from '#server/platform/module.ts';
import { createMembersAcross } from './members-across.ts';
import { personRoutes } from './people.routes.ts';
import { createPersonService } from './people.service.ts';

export interface PanelPeople extends Module {
  readonly across: ReturnType<typeof createMembersAcross>;
}

/** One person of any school: who it is, and what the platform does for them there. */
export function createPanelPeople(
  deps: OptionsOf<typeof createPersonService> & OptionsOf<typeof createMembersAcross>,
): PanelPeople {
  return { across: createMembersAcross(deps), routes: personRoutes(createPersonService(deps)) };
}
