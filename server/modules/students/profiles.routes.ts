import { profileEndpoints } from '#contract/students/profiles.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import type { ProfileService } from './profiles.service.ts';

export function profileRoutes(profiles: ProfileService): Route[] {
  return [
    route(profileEndpoints.chooseAvatar, async ({ body: { avatar } }, call) => {
      await profiles.chooseAvatar(avatar, call);
      return { avatar };
    }),
    route(profileEndpoints.writeAboutMe, async ({ body: { about_me } }, call) => {
      await profiles.writeAboutMe(about_me, call);
      return { about_me };
    }),
  ];
}
