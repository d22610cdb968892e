import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { papers, tiles } from '#src/ui/pictures/papers.ts';
import { stickerGroups } from './stickers.ts';

const all = stickerGroups.flatMap(({ stickers }) => stickers);

describe('the stickers', () => {
  it('are at least 120, in groups of eight and more, each with a name of its own', () => {
    expect(all.length).toBeGreaterThanOrEqual(120);
    for (const { name, stickers } of stickerGroups) expect(stickers.length, name).toBeGreaterThanOrEqual(8);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });

  it('are drawn with well-formed numbers, on papers that there are', () => {
    for (const { name, drawing } of all) {
      expect(Object.keys(tiles), name).toContain(drawing.tile);
      const pieces = [...drawing.body, ...drawing.marks];
      expect(pieces.length, name).toBeGreaterThan(0);
      for (const { d, fill, stroke } of pieces) {
        expect(d, name).toMatch(/^M[MmLlHhVvCcSsQqTtAaZz\d\s.-]+$/u);
        for (const paper of [fill, stroke]) if (paper) expect(Object.keys(papers), name).toContain(paper);
      }
    }
  });

  it('weigh little', () => {
    expect(gzipSync(JSON.stringify(stickerGroups)).byteLength).toBeLessThan(60_000);
  });
});
