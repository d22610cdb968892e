import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import type { Session } from '#contract/identity/identity.schema.ts';
import type { Caller } from '../support/api-world.ts';
import { worldOfFile } from '../support/world-of-file.ts';

export const at = (host: string): Caller => ({ host, access: null });
export const refreshRefused = {
  status: 401,
  code: 'identity.refresh_refused',
  error: 'Your token is expired, please relogin!',
};

/** Two schools, and what is asked by who signs in. A world of its own for each test file. */
export function signInsOfFile() {
  const { world, greenfield, riverside } = worldOfFile();

  function signIn(host: string, username: string, password = 'Test-password-1'): Promise<Session> {
    return world.call(at(host), identityEndpoints.signIn, { body: { username, password } });
  }

  function refresh(token: string, host = greenfield.host) {
    return world.call(at(host), identityEndpoints.refresh, { body: { refresh: token } });
  }

  function refusedRefresh(token: string, host = greenfield.host) {
    return world.refusal(at(host), identityEndpoints.refresh, { body: { refresh: token } });
  }

  /** Status with which the profile answers to an access token. */
  async function profileStatus(access: string, host = greenfield.host): Promise<number> {
    const { status } = await world.request({ host, access }, 'GET', '/api/user/profile/');
    return status;
  }

  return { world, greenfield, riverside, signIn, refresh, refusedRefresh, profileStatus };
}
