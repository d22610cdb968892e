import { describe, expect, it } from 'vitest';
import { limits } from '#contract/kit/limits.ts';
import { worksInLink } from './use-cart-from-link.ts';

const hen = '019a0000-0000-7000-8000-000000000001';
const fox = '019a0000-0000-7000-8000-000000000002';

describe('the works of a link to a cart', () => {
  it('are its ids, each once; what is no id is left out', () => {
    expect(worksInLink(`${hen},${fox},${hen},<script>,`)).toEqual([hen, fox]);
    expect(worksInLink(null)).toEqual([]);
  });

  it('are no more than a cart takes', () => {
    const many = Array.from(
      { length: limits.cartLines + 5 },
      (_, place) => `019a0000-0000-7000-8000-${String(place).padStart(12, '0')}`,
    );
    expect(worksInLink(many.join(','))).toHaveLength(limits.cartLines);
  });
});
