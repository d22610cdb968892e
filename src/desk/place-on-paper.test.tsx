import { afterEach, describe, expect, it } from 'vitest';
import { placeOnPaper, spotOn, startOfWords } from './place-on-paper.ts';

const { getClientRects } = Range.prototype;

afterEach(() => {
  document.body.replaceChildren();
  Range.prototype.getClientRects = getClientRects;
});

/** A page as wide as this many letters of 10 by 20 pixels, which break at its edge alone. */
function paperOf(html: string, letters: number): HTMLElement {
  const paper = document.createElement('section');
  paper.innerHTML = html;
  document.body.append(paper);
  const all = [...paper.querySelectorAll('p')].map(({ firstChild }) => firstChild);
  Range.prototype.getClientRects = function rects() {
    const before = all
      .slice(0, all.indexOf(this.startContainer as ChildNode))
      .reduce((sum, node) => sum + (node?.textContent?.length ?? 0), 0);
    return Array.from({ length: this.endOffset - this.startOffset }, (_, each) => {
      const place = before + this.startOffset + each;
      return new DOMRect((place % letters) * 10, Math.floor(place / letters) * 20, 10, 20);
    }) as unknown as DOMRectList;
  };
  const text = paper.textContent.length;
  paper.getBoundingClientRect = () => new DOMRect(0, 0, letters * 10, Math.ceil(text / letters) * 20);
  return paper;
}

const story = '<p>The kite flew over the hill. </p><p>Then the kite fell down.</p>';
const fell = 'The kite flew over the hill. Then the '.length;

describe('a place on a page', () => {
  it('is at the same words on a wide page and on a narrow one', () => {
    const wide = paperOf(story, 80);
    const at = placeOnPaper(wide, { clientX: fell * 10 + 3, clientY: 5 });
    expect(at.on).toEqual({ words: 'kite fell down.', start: fell });
    const narrow = paperOf(story, 20);
    const { width, height } = narrow.getBoundingClientRect();
    const { x, y } = spotOn(narrow, at);
    expect(Math.floor((x * width) / 10) + Math.floor((y * height) / 20) * 20).toBe(fell);
  });

  it('is at the spot of a picture that a tap meets, however large it is drawn', () => {
    const paper = paperOf(`<figure></figure>${story}`, 80);
    const draw = (box: DOMRect) => {
      for (const figure of paper.querySelectorAll('figure')) figure.getBoundingClientRect = () => box;
    };
    draw(new DOMRect(0, 0, 400, 40));
    const at = placeOnPaper(paper, { clientX: 100, clientY: 30 });
    expect(at.on).toEqual({ picture: 0, x: 0.25, y: 0.75 });
    draw(new DOMRect(80, 0, 80, 8));
    expect(spotOn(paper, at)).toEqual({ x: 0.125, y: 0.3 });
  });

  it('is where it was seen where nothing is near', () => {
    const at = placeOnPaper(paperOf(story, 80), { clientX: 400, clientY: 400 });
    expect(at).toEqual({ x: 0.5, y: 1 });
    expect(spotOn(paperOf('', 20), { ...at, on: { words: 'kite', start: 4 } })).toEqual({ x: 0.5, y: 1 });
  });
});

describe('words that were pointed at', () => {
  const on = { words: 'kyte flew over', start: 4 };

  it.each([
    ['The kyte flew over us.', 4],
    ['Once upon a time the kyte flew over us.', 21],
    // Mended: what follows them is still there.
    ['One day the kite flew over us.', 12],
    ['A dog.', 4],
    ['', 0],
  ])('are found in “%s”', (text, start) => {
    expect(startOfWords(text, on)).toBe(start);
  });

  it('are those nearest to where they stood', () => {
    expect(startOfWords('a cat, a cat, a cat', { words: 'cat', start: 10 })).toBe(9);
  });
});
