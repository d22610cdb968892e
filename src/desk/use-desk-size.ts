import { useLayoutEffect, type RefObject } from 'react';

/**
 * Keeps the desk as high as what is seen of the page: browsers that do not resize the page for a keyboard tell it in
 * `visualViewport`. While a desk is there, the page has no header and no footer and does not scroll.
 */
export function useDeskSize(desk: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const viewport = window.visualViewport;
    document.documentElement.dataset['desk'] = '';
    const meta = document.querySelector('meta[name="viewport"]');
    const usual = meta?.getAttribute('content') ?? '';
    // Browsers that know it resize the page for a keyboard.
    meta?.setAttribute('content', `${usual}, interactive-widget=resizes-content`);
    let frame = 0;
    const measure = () => {
      frame = 0;
      // Somebody looks closer; the desk stays as it is.
      if (!viewport || Math.abs(viewport.scale - 1) > 0.01) return;
      desk.current?.style.setProperty('--desk-height', `${viewport.height}px`);
      desk.current?.style.setProperty('--desk-top', `${viewport.offsetTop}px`);
    };
    const once = () => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    viewport?.addEventListener('resize', once);
    viewport?.addEventListener('scroll', once);
    return () => {
      cancelAnimationFrame(frame);
      viewport?.removeEventListener('resize', once);
      viewport?.removeEventListener('scroll', once);
      meta?.setAttribute('content', usual);
      delete document.documentElement.dataset['desk'];
    };
  }, [desk]);
}
