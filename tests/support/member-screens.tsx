import { beforeEach } from 'vitest';
import type { ProblemDefinition } from '#contract/kit/problem.ts';
import type { Member, MemberDetails } from '#contract/members/members.schema.ts';
import { defaultColors } from '#contract/tenants/tenants.schema.ts';
import { tabStorage } from '#src/session/device-storage.ts';
import { invitationKey } from '#src/session/redirects.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { type ApiClient, ApiProblem, NoNetworkError } from '#src/sync/api-client.ts';

export const id = (digit: number) => `0192f3a4-0000-7000-8000-00000000000${digit}`;

/** The school's side, by the name of the call. What stands in `failures` fails, once for each. */
export class TestSchool implements ApiClient {
  readonly asked: [string, unknown][] = [];
  readonly failures: Record<string, Error[]> = {};

  constructor(readonly answers: Record<string, unknown> = {}) {}

  readonly call: ApiClient['call'] = async (endpoint, input) => {
    this.asked.push([endpoint.name, input]);
    const failure = this.failures[endpoint.name]?.shift();
    if (failure) throw failure;
    return (this.answers[endpoint.name] ?? {}) as never;
  };

  of(name: string): unknown[] {
    return this.asked.filter(([asked]) => asked === name).map(([, input]) => input);
  }
}

export function refusal({ code, status, error }: ProblemDefinition, errors: Record<string, string[]> = {}) {
  return new ApiProblem(status, { code, error, errors, request_id: 'request' }, null);
}

/** A school with members for the screens of one test file. */
export function memberScreens() {
  const nora: MemberDetails = {
    id: id(1),
    first_name: 'Nora',
    last_name: 'Lind',
    email: 'nora@greenfield.test',
    pending_email: null,
    role: 'teacher',
    country: 'SE',
    avatar: null,
    archived_at: null,
    last_login: null,
    has_password: true,
    classes: [{ id: id(7), name: 'Maple' }],
    prepared_tablets: [],
  };
  const head: Member = { ...nora, id: id(2), first_name: 'Helen', role: 'school_admin' };

  const user = {
    ...head,
    tenant_id: id(9),
    username: null,
  };

  const noNetwork = new NoNetworkError('none', false);

  beforeEach(() => {
    tabStorage.removeItem(invitationKey);
    useSessionStore.setState({
      user,
      ended: null,
      tenant: {
        id: id(9),
        school_name: 'Greenfield',
        school_email: null,
        domain_url: null,
        subdomain: 'greenfield',
        switchboard: false,
        logo: null,
        is_organization: false,
        is_platform: false,
        ...defaultColors,
      },
    });
  });

  return { nora, head, user, noNetwork };
}
