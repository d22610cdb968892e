import { endpoint } from '../kit/endpoint.ts';
import { syncProblems } from './sync.problems.ts';
import { Poke, PullAnswer, PullRequest, PushAnswer, PushRequest } from './sync.schema.ts';

export const syncEndpoints = {
  pull: endpoint({
    name: 'sync.pull',
    summary: 'What changed in everything the signed-in person may see, since a cursor',
    method: 'POST',
    path: '/sync/pull/',
    roles: 'signed-in',
    offline: 'online-only',
    guests: 'look',
    body: PullRequest,
    response: PullAnswer,
    problems: [syncProblems.other_person],
  }),
  push: endpoint({
    name: 'sync.push',
    summary: 'Apply the calls that a device queued, each exactly once and in order',
    method: 'POST',
    path: '/sync/push/',
    roles: 'signed-in',
    offline: 'online-only',
    holdsWork: true,
    guests: 'look',
    body: PushRequest,
    response: PushAnswer,
    problems: [syncProblems.other_person, syncProblems.unordered],
  }),
  events: endpoint({
    name: 'sync.events',
    summary: 'The version of each scope that the signed-in person may read, now and whenever it rises',
    method: 'GET',
    path: '/sync/events/',
    roles: 'signed-in',
    offline: 'online-only',
    answers: 'events',
    response: Poke,
  }),
} as const;
