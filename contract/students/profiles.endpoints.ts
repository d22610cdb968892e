import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { profileProblems } from './profiles.problems.ts';
import { AboutMe, AvatarName } from './profiles.schema.ts';

export const profileEndpoints = {
  chooseAvatar: endpoint({
    name: 'profiles.chooseAvatar',
    summary: 'Choose the animal that stands for the signed-in person',
    method: 'PUT',
    path: '/user/avatar/',
    roles: 'signed-in',
    offline: 'queued',
    body: v.object({ avatar: AvatarName }),
    response: v.object({ avatar: v.string() }),
  }),
  writeAboutMe: endpoint({
    name: 'profiles.writeAboutMe',
    summary: 'Write what the signed-in person says of themselves',
    method: 'PUT',
    path: '/user/about-me/',
    roles: 'signed-in',
    offline: 'queued',
    body: v.object({ about_me: AboutMe }),
    response: v.object({ about_me: v.string() }),
    problems: [profileProblems.about_me_changed_elsewhere],
  }),
} as const;
