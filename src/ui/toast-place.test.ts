import { describe, expect, it } from 'vitest';
import { betterPlace, freePlace, isInTheWay, type Box } from './toast-place.ts';

const tablet = { width: 1024, height: 768 };
const phone = { width: 340, height: 640 };
const button = (left: number, top: number): Box => ({ left, top, right: left + 120, bottom: top + 44 });

describe('the place of a toast', () => {
  it('is the lower right corner, where nothing is below it', () => {
    expect(freePlace([], tablet)).toBe('bottom-right');
    expect(freePlace([button(20, 20), button(400, 300)], tablet)).toBe('bottom-right');
  });

  it('is in the way of a button below it', () => {
    expect(isInTheWay('bottom-right', [button(880, 700)], tablet)).toBe(true);
    expect(isInTheWay('top-right', [button(880, 700)], tablet)).toBe(false);
  });

  it('is another where a button would be covered', () => {
    expect(freePlace([button(880, 700)], tablet)).toBe('bottom-left');
    expect(freePlace([button(880, 700), button(20, 700)], tablet)).toBe('bottom-center');
    expect(freePlace([button(880, 700), button(200, 700)], tablet)).toBe('top-right');
    expect(freePlace([button(100, 580)], phone)).toBe('top-right');
  });

  it('is the one that covers least, where none is free', () => {
    const corners = [button(20, 20), button(880, 20), button(20, 700), button(460, 700), button(460, 20)];
    expect(freePlace([...corners, { left: 1000, top: 740, right: 1020, bottom: 760 }], tablet)).toBe(
      'bottom-right',
    );
  });

  it('is one that is clear of the dialog first, and of the page behind it then', () => {
    const foot = [button(40, 580), button(180, 580)];
    const closing = { left: 280, top: 16, right: 324, bottom: 60 };
    const behind = [button(20, 20), button(20, 70), button(180, 70)];
    expect(freePlace([...foot, closing], phone, [...foot, closing, ...behind])).toBe('top-right');
    expect(freePlace([], tablet, [button(880, 700)])).toBe('bottom-left');
  });

  it('is kept where something came below it, unless another covers less', () => {
    expect(betterPlace('bottom-right', [], phone)).toBeNull();
    expect(betterPlace('top-right', [button(100, 30)], phone)).toBe('bottom-right');
    expect(betterPlace('bottom-right', [button(100, 580), button(100, 20)], phone)).toBeNull();
  });
});
