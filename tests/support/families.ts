import type { ApiWorld, Caller, TestSchool } from './api-world.ts';

export interface FamilyCaller extends Caller {
  /** As a browser sends it back. */
  cookie?: string;
}

/** A parent who came by the password that the school shares, and has no account. */
export async function familyCaller(world: ApiWorld, { host, tenant }: TestSchool): Promise<FamilyCaller> {
  const caller = { host, access: null };
  const { headers } = await world.request(caller, 'POST', '/api/generic-password-login', {
    body: { password: `welcome-to-${tenant.subdomain}` },
  });
  const set = [headers['set-cookie']].flat().find((each) => String(each).startsWith('quillshelf_community='));
  return { ...caller, cookie: String(set).split(';')[0] ?? '' };
}
