import { gzipSync } from 'node:zlib';

import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';

import { AnimalAvatar } from './animal-avatar.tsx';
import { avatarForId, avatarNames } from '#contract/kit/avatar-names.ts';
import { avatarDrawings } from './avatars.ts';

function markup(props: { name: string; size?: number; label?: string }): string {
  return renderToStaticMarkup(createElement(AnimalAvatar, props));
}

/** Outlines alone: what is left of a drawing for one who cannot see its colours. */
function shapes(name: string): string {
  return [...markup({ name }).matchAll(/ d="([^"]*)"/g)].map((match) => match[1]).join(' ');
}

describe('an animal avatar', () => {
  it('is drawn for every name, and there is no drawing without a name', () => {
    expect(Object.keys(avatarDrawings).toSorted()).toEqual([...avatarNames].toSorted());
  });

  it('differs from every other in its shapes, not only in its colours', () => {
    expect(new Set(avatarNames.map(shapes)).size).toBe(avatarNames.length);
    const silhouettes = Object.values(avatarDrawings).map(({ body }) => body.map(({ d }) => d).join(' '));
    expect(new Set(silhouettes).size).toBe(avatarNames.length);
  });

  it('holds only well-formed numbers in its paths', () => {
    for (const name of avatarNames) {
      expect(shapes(name), name).toMatch(/^[MmLlHhVvCcSsQqTtAaZz\d\s.-]+$/);
    }
  });

  it('speaks its label to a screen reader, and is silent without one', () => {
    const labelled = markup({ name: 'otter', label: 'Otter' });
    expect(labelled).toContain('role="img"');
    expect(labelled).toContain('aria-label="Otter"');
    expect(labelled).not.toContain('aria-hidden');
    const silent = markup({ name: 'otter' });
    expect(silent).toContain('aria-hidden="true"');
    expect(silent).not.toContain('role=');
  });

  it('is as large as asked for', () => {
    expect(markup({ name: 'owl', size: 96 })).toMatch(/width="96" height="96"/);
  });

  it('is a fixed animal of the set when the name is not known', () => {
    for (const name of ['unicorn', '', 'constructor', '__proto__']) {
      expect(markup({ name })).toBe(markup({ name: avatarForId(name) }));
    }
  });

  it('weighs little: all drawings together stay below 22 kB compressed', () => {
    expect(gzipSync(JSON.stringify(avatarDrawings)).byteLength).toBeLessThan(22_000);
  });
});
