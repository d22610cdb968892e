import { describe, expect, it } from 'vitest';
import { api, endpoints } from './api.ts';
import { authors, classStaff, roles } from './kit/roles.ts';

const named = endpoints.map((endpoint) => [endpoint.name, endpoint] as const);

describe('the contract', () => {
  it('gives every endpoint a name and an address of its own', () => {
    expect(new Set(endpoints.map(({ name }) => name)).size).toBe(endpoints.length);
    const addresses = endpoints.map(
      ({ method, path }) => `${method} ${path.replaceAll(/:\w+/gu, ':').replace(/\/$/u, '')}`,
    );
    expect(new Set(addresses).size).toBe(endpoints.length);
  });

  it('names each endpoint after its place in the tree', () => {
    for (const [domain, members] of Object.entries(api)) {
      for (const [member, { name }] of Object.entries(members)) expect(name).toBe(`${domain}.${member}`);
    }
  });

  it.each(named)(
    'declares the parameters that stand in the address, and no others: %s',
    (_name, endpoint) => {
      const inPath = [...endpoint.path.matchAll(/:(\w+)/gu)].map(([, name]) => name ?? '');
      const declared =
        endpoint.params && 'entries' in endpoint.params ? Object.keys(endpoint.params.entries as object) : [];
      expect(declared.toSorted()).toEqual(inPath.toSorted());
    },
  );

  it('names roles that there are, and a body only where something is sent', () => {
    for (const { roles: allowed, method, body } of endpoints) {
      const list = typeof allowed === 'string' ? [] : allowed;
      expect(roles).toEqual(expect.arrayContaining([...list]));
      expect(method === 'GET' && body !== undefined).toBe(false);
    }
  });

  it('queues what staff do in their classes and what people do to their own, and nothing that nobody could send', () => {
    const queued = endpoints.filter(({ offline }) => offline === 'queued');
    for (const { roles: allowed, method } of queued) {
      if (allowed !== 'signed-in' && allowed !== authors)
        expect(classStaff).toEqual(expect.arrayContaining([allowed].flat()));
      expect(method).not.toBe('GET');
    }
  });

  it('gives each of its problems a code of its domain or of one it builds on', () => {
    for (const { problems = [] } of endpoints) {
      for (const { code, status, error } of problems) {
        expect(code).toMatch(/^[a-z]+\.[a-z_]+$/u);
        expect(status).toBeGreaterThanOrEqual(400);
        // A list that the database gave up on may be asked for again, with another word.
        expect(status).toBeLessThan(code === 'panel.too_wide' ? 504 : 500);
        expect(error).toMatch(/^[A-Z].*[.!\w]$/u);
      }
    }
  });
});
