import { afterEach, expect, it } from 'vitest';
import { quickStyles } from '#tests/support/quick-styles.ts';

const asked = ['display', 'visibility', 'pointer-events', 'color'];

/** A page of its own, with the styles as jsdom has them. */
function pageWith(html: string) {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const { contentDocument: page, contentWindow: view } = frame;
  if (!page || !view) throw new Error('The frame has no page');
  page.body.innerHTML = html;
  const real = (view as unknown as typeof globalThis).getComputedStyle.bind(view);
  return { page, real, quick: quickStyles(page, real) };
}

type Page = ReturnType<typeof pageWith>;

const read = (styles: typeof getComputedStyle, page: Document) =>
  [...page.querySelectorAll('*')].map((element) => [
    element.outerHTML.slice(0, 60),
    ...asked.map((name) => styles(element).getPropertyValue(name)),
  ]);

/** The answers of both, which are the same; those that hide, by the id of the element. */
function hidden({ page, real, quick }: Page): string[] {
  expect(read(quick, page)).toEqual(read(real, page));
  return [...page.querySelectorAll('[id]')]
    .filter((element) => {
      const { display, visibility, pointerEvents } = quick(element);
      return display === 'none' || ['hidden', 'collapse'].includes(visibility) || pointerEvents === 'none';
    })
    .map(({ id }) => id);
}

afterEach(() => document.body.replaceChildren());

it('hides what an attribute or the kind of element hides', () => {
  expect(
    hidden(
      pageWith(`<p id="a">x</p><p id="b" hidden>x</p><dialog id="c">x</dialog><dialog id="d" open>x</dialog>
        <input id="e" type="hidden"><input id="f"><template id="g"></template><script id="h"></script><button id="i">x</button>
        <table><tbody><tr id="j" hidden><td id="k">x</td></tr><tr id="l"><th>x</th></tr></tbody></table>
        <details><summary id="m">x</summary><p>x</p></details><svg id="n"><path id="o"/></svg><ul><li id="p">x</li></ul>
        <div id="q" popover>x</div><a href="/" id="r">x</a><textarea id="s"></textarea><fieldset id="t"></fieldset>`),
    ),
  ).toEqual(expect.arrayContaining(['b', 'c', 'g', 'h', 'j', 'k', 'q']));
});

it('hides what its own style hides, and what is in it where that is inherited', () => {
  expect(
    hidden(
      pageWith(`<div id="a" style="display: none"><p id="b">x</p></div>
        <div id="c" style="visibility: hidden"><p id="d">x</p><p id="e" style="visibility: visible">x</p></div>
        <div id="f" style="pointer-events: none"><p id="g">x</p><p id="h" style="pointer-events: auto">x</p></div>
        <div id="i" style="display: flex; color: red"><p id="j" style="display: inherit">x</p></div>`),
    ),
  ).toEqual(['a', 'c', 'd', 'f', 'g']);
});

it('hides what a style sheet hides, also one that comes or changes later', () => {
  const shown =
    pageWith(`<style>.off { display: none } @media print { .paper { display: none } } .dim { color: red }</style>
    <p id="a" class="off">x</p><p id="b" class="paper">x</p><p id="c" class="dim">x</p><div class="later"><p id="d">x</p></div>`);
  expect(hidden(shown)).toEqual(['a']);
  const later = shown.page.createElement('style');
  later.textContent = '.later { visibility: hidden }';
  shown.page.head.append(later);
  expect(hidden(shown)).toEqual(['a', 'd']);
  later.textContent = 'p { pointer-events: none !important }';
  expect(hidden(shown)).toEqual(['a', 'b', 'c', 'd']);
  later.sheet?.deleteRule(0);
  expect(hidden(shown)).toEqual(['a']);
});
