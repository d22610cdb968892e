import { describe, expect, it } from 'vitest';
import { limits } from '#contract/kit/limits.ts';
import { tenantEndpoints } from '#contract/tenants/tenants.endpoints.ts';
import { fingerprinter } from '../support/fingerprint.ts';
import { canary, logoCorpus } from '../support/logo-corpus.ts';
import { refuseRegistration, register } from '../support/registrations.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

async function forgetLimits(): Promise<void> {
  await world.testDatabase.administrator.query('delete from registrations');
  await world.testDatabase.administrator.query('delete from failed_guesses');
}

/** What anybody is served there, byte by byte. */
async function served(host: string, path: string) {
  const answer = await world.app.inject({ method: 'GET', url: path, headers: { host } });
  return { status: answer.statusCode, type: answer.headers['content-type'], bytes: answer.rawPayload };
}

describe('a logo that somebody sends', () => {
  it('is one of more than sixty kinds here, each by a name of its own', () => {
    expect(logoCorpus.length).toBeGreaterThanOrEqual(60);
    expect(new Set(logoCorpus.map(({ what }) => what)).size).toBe(logoCorpus.length);
  });

  it.each(logoCorpus)('is $outcome where it is $what', async ({ type, bytes, outcome }) => {
    await forgetLimits();
    const logo = new Blob([new Uint8Array(await bytes())], { type });
    if (outcome !== 'drawn') {
      const fingerprint = await fingerprinter(world.testDatabase.administrator, {
        except: ['failed_guesses'],
      });
      const before = await fingerprint();
      const refused = await refuseRegistration(world, { logo });
      expect(refused.errors).toEqual({ logo: [outcome] });
      expect(refused.status).toBe(outcome === 'File too large' ? 413 : 400);
      expect(await fingerprint()).toEqual(before);
      return;
    }
    const { tenant } = await register(world, { logo });
    const visitor = { host: tenant.host, access: null };
    const { logo: path } = await world.call(visitor, tenantEndpoints.readCurrent, {});
    const file = await served(tenant.host, path ?? '');
    expect([file.status, file.type]).toEqual([200, 'image/webp']);
    expect(file.bytes.subarray(0, 4).toString('latin1')).toBe('RIFF');
    expect(file.bytes.subarray(8, 12).toString('latin1')).toBe('WEBP');
    expect(file.bytes.length).toBeLessThan(limits.logoBytes);
    for (const bad of [canary, 'alert', 'script', 'root:']) expect(file.bytes.includes(bad)).toBe(false);
    for (const { host } of [greenfield, riverside]) expect((await served(host, path ?? '')).status).toBe(404);
  });
});
