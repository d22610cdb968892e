import { beforeAll, describe, expect, it } from 'vitest';
import { helpEndpoints } from '#contract/help/help.endpoints.ts';
import { helpTarget } from '#contract/help/help.rules.ts';
import { articleTags, type Faq } from '#contract/help/help.schema.ts';
import { product } from '#contract/kit/product.ts';
import type { Caller } from '../support/api-world.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world } = worldOfFile();

async function articlesFor(caller: Caller): Promise<readonly Faq[]> {
  return (await world.call(caller, helpEndpoints.list, { query: {} })).results;
}

function rolesIn(articles: readonly Faq[]): string[] {
  return [...new Set(articles.map(({ role }) => role))];
}

const visitor = (): Caller => ({ host: world.greenfield.host, access: null });

describe('the Help Center', () => {
  it('answers a visitor with the public articles, all under one label', async () => {
    const { status, body } = await world.request(visitor(), 'GET', '/api/faqs/?limit=1000');
    expect(status).toBe(200);
    const { count, next, results } = body as { count: number; next: string | null; results: Faq[] };
    expect({ count, next }).toEqual({ count: results.length, next: null });
    expect(rolesIn(results)).toEqual(['platform_success']);
    const ids = results.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['how-to-come-in', 'community-password', 'install-the-app']));
    // How a school is run is told to those who run one.
    expect(ids).not.toContain('student-password');
    expect(Object.keys(results[0] ?? {}).toSorted()).toEqual(['body', 'id', 'role', 'section', 'title']);
  });

  it('answers on the platform’s own site, too', async () => {
    const there = await articlesFor({ host: 'localhost', access: null });
    expect(rolesIn(there)).toEqual(['platform_success']);
    // What this is comes first there, and how a child comes in where children do.
    const [first] = await articlesFor(visitor());
    expect([first?.title, there[0]?.title]).toEqual(['How to sign in', `What is ${product.name}?`]);
    expect(there.map(({ id }) => id).toSorted()).toEqual(
      (await articlesFor(visitor())).map(({ id }) => id).toSorted(),
    );
  });

  it.each([
    ['student', ['student']],
    ['parent', ['parent', 'platform_success']],
    ['teacher', ['teacher', 'student', 'parent', 'platform_success']],
    ['teacherAdmin', ['teacher_admin', 'teacher', 'student', 'parent', 'platform_success']],
    ['schoolAdmin', ['school_admin', 'teacher_admin', 'teacher', 'student', 'parent', 'platform_success']],
    [
      'organizationAdmin',
      [
        'organization_admin',
        'school_admin',
        'teacher_admin',
        'teacher',
        'student',
        'parent',
        'platform_success',
      ],
    ],
  ] as const)(
    'answers a %s with their own articles and those of whom they look after',
    async (who, wanted) => {
      for (const school of [world.greenfield, world.riverside])
        expect(rolesIn(await articlesFor(await world.as(school[who])))).toEqual(wanted);
    },
  );

  it('answers the platform’s administrator with all articles, of which there are at least forty', async () => {
    const all = await articlesFor(await world.as(world.platformAdmin));
    expect(rolesIn(all)[0]).toBe(product.platformRole);
    expect(rolesIn(all)).toHaveLength(8);
    expect(all.length).toBeGreaterThanOrEqual(40);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  it('gives pages of the list, and no more than a thousand articles at a time', async () => {
    const caller = await world.as(world.greenfield.teacher);
    const all = await articlesFor(caller);
    const query = { limit: 2, offset: 1 };
    const { count, next, results } = await world.call(caller, helpEndpoints.list, { query });
    expect({ count, next, results }).toEqual({
      count: all.length,
      next: '?limit=2&offset=3',
      results: all.slice(1, 3),
    });
    expect(await world.refusal(caller, helpEndpoints.list, { query: { limit: 1001 } })).toMatchObject({
      status: 400,
      code: 'request.invalid',
    });
  });

  it('refuses a token that is not good here, or its bearer would take a visitor’s articles for all there are', async () => {
    const { access } = await world.as(world.riverside.teacher);
    for (const bad of [access, 'no-token'])
      expect(
        await world.refusal({ host: world.greenfield.host, access: bad }, helpEndpoints.list, { query: {} }),
      ).toMatchObject({ status: 401, code: 'request.unauthenticated' });
  });
});

describe('an article', () => {
  let all: readonly Faq[];

  beforeAll(async () => {
    all = await articlesFor(await world.as(world.platformAdmin));
  });

  it('is made of the few tags that it may be made of, with no attribute but where a link leads', () => {
    const tag = /<\/?([a-z][a-z0-9]*)([^>]*)>/giu;
    for (const { id, body } of all) {
      for (const [, name, attributes] of body.matchAll(tag)) {
        expect([id, articleTags]).toEqual([id, expect.arrayContaining([name])]);
        if (attributes !== '')
          expect([id, attributes]).toEqual([id, expect.stringMatching(/^ href="[^"]+"$/u)]);
      }
    }
  });

  it('leads only to articles that its reader may read as well', async () => {
    const readers: Caller[] = [visitor()];
    const { greenfield } = world;
    for (const who of ['student', 'parent', 'teacher', 'teacherAdmin', 'schoolAdmin'] as const)
      readers.push(await world.as(greenfield[who]));
    for (const reader of readers) {
      const articles = await articlesFor(reader);
      const ids = articles.map(({ id }) => id);
      for (const { id, body } of articles) {
        for (const [, link = ''] of body.matchAll(/href="([^"]+)"/gu)) {
          const target = helpTarget(link);
          expect([id, link, target]).not.toEqual([id, link, null]);
          if (target && 'article' in target)
            expect([id, ids.includes(target.article), target.article]).toEqual([id, true, target.article]);
        }
      }
    }
  });

  it('has neither a placeholder nor a piece of its source left in it', () => {
    for (const { title, body } of all) expect(`${title} ${body}`).not.toMatch(/%[A-Z_]+%|\*\*|\]\(|^#/mu);
  });
});
