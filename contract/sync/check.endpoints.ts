import { endpoint } from '../kit/endpoint.ts';
import { CheckAnswer, CheckRequest } from './check.schema.ts';
import { syncProblems } from './sync.problems.ts';

export const checkEndpoints = {
  check: endpoint({
    name: 'sync.check',
    summary: 'Which of some scopes a device holds otherwise than the server does, at the same version',
    method: 'POST',
    path: '/sync/check/',
    roles: 'signed-in',
    offline: 'online-only',
    guests: 'look',
    body: CheckRequest,
    response: CheckAnswer,
    problems: [syncProblems.other_person],
  }),
} as const;
