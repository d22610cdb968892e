import type { ApiWorld, RawAnswer } from './api-world.ts';

/** Signs in from one address, as the browser with these cookies; without any, as a browser that is new to the school. */
export function typedSignIn(
  world: ApiWorld,
  host: string,
  { username, password, cookie }: { username: string; password: string; cookie?: string },
): Promise<RawAnswer> {
  return world.request({ host, access: null }, 'POST', '/api/auth/token/', {
    body: { username, password },
    ...(cookie !== undefined && { headers: { cookie } }),
  });
}

/** All cookies that an answer sets, by name. */
export function cookiesIn({ headers }: RawAnswer): Record<string, string> {
  const set = [headers['set-cookie'] ?? []].flat().map(String);
  return Object.fromEntries(
    set.map((each) => {
      const [name = '', value = ''] = (each.split(';')[0] ?? '').split('=');
      return [name, value];
    }),
  );
}
