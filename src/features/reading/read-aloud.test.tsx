import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { documentOf } from '#contract/works/document.rules.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { DocumentView } from '#src/document/document-view.tsx';
import { voiceFor } from './narrator.ts';
import { ReadAloud } from './read-aloud.tsx';
import { sentencesOf, spokenTextOf, wordAt } from './spoken-text.ts';

class Utterance extends EventTarget {
  voice: unknown = null;
  lang = '';
  rate = 1;
  constructor(readonly text: string) {
    super();
  }
}

/** A browser that can speak, and says nothing until it is told to. */
class FakeSynthesis extends EventTarget {
  voices: { lang: string; localService: boolean; default: boolean }[] = [];
  said: Utterance[] = [];
  cancelled = 0;
  getVoices = () => this.voices;
  speak = (utterance: Utterance) => void this.said.push(utterance);
  cancel = () => {
    this.cancelled += 1;
  };
  /** The last one that was asked for gets so far. */
  tell(type: string, more: object = {}): void {
    const utterance = this.said.at(-1);
    act(() => void utterance?.dispatchEvent(Object.assign(new Event(type), more)));
  }
}

const english = { lang: 'en-GB', localService: true, default: true };
let synthesis: FakeSynthesis;
/** What is marked, by the name of the mark. */
let marks: Map<string, Range>;

beforeEach(() => {
  synthesis = new FakeSynthesis();
  synthesis.voices = [english];
  marks = new Map();
  vi.stubGlobal('speechSynthesis', synthesis);
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance);
  vi.stubGlobal('CSS', { highlights: marks });
  vi.stubGlobal('Highlight', function Highlight(range: Range) {
    return range;
  });
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});
afterAll(() => vi.unstubAllGlobals());

function readAloud(text: string, language = 'en') {
  const onEnd = vi.fn();
  const onWord = vi.fn();
  function Aloud() {
    const [words, setWords] = useState<HTMLDivElement | null>(null);
    return (
      <>
        <div ref={setWords}>
          <DocumentView document={documentOf(text)} pictures={[]} audience="public" />
        </div>
        {words && <ReadAloud words={words} language={language} onWord={onWord} onEnd={onEnd} />}
      </>
    );
  }
  const shown = renderScreen(<Aloud />);
  return { ...shown, onEnd, onWord };
}

const marked = (name: string) => marks.get(name)?.toString();

describe('reading aloud', () => {
  it('goes sentence by sentence, with the word that is spoken marked, to the end', async () => {
    const { onEnd, onWord } = readAloud('The hen ran. She was fast!');
    await waitFor(() => expect(synthesis.said.map(({ text }) => text)).toEqual(['The hen ran.']));
    synthesis.tell('start');
    expect(marked('spoken-sentence')).toBe('The hen ran.');
    synthesis.tell('boundary', { charIndex: 4, name: 'word' });
    expect(marked('spoken-word')).toBe('hen');
    expect(onWord).toHaveBeenCalledOnce();
    synthesis.tell('end');
    expect(synthesis.said.at(-1)?.text).toBe('She was fast!');
    synthesis.tell('start');
    expect(marked('spoken-word')).toBeUndefined();
    synthesis.tell('boundary', { charIndex: 8, name: 'word' });
    expect(marked('spoken-word')).toBe('fast');
    synthesis.tell('end');
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it('stops when one leaves the page, and nothing stays marked', async () => {
    const { unmount, onEnd } = readAloud('The hen ran.');
    await waitFor(() => expect(synthesis.said).toHaveLength(1));
    synthesis.tell('start');
    const before = synthesis.cancelled;
    unmount();
    expect(synthesis.cancelled).toBe(before + 1);
    expect(marks.size).toBe(0);
    synthesis.tell('end');
    expect(onEnd).not.toHaveBeenCalled();
  });

  it('waits for voices that the browser finds later', async () => {
    synthesis.voices = [];
    readAloud('The hen ran.');
    synthesis.voices = [english];
    act(() => void synthesis.dispatchEvent(new Event('voiceschanged')));
    await waitFor(() => expect(synthesis.said).toHaveLength(1));
  });

  it('says so where a page has no words', async () => {
    const { onEnd } = readAloud(' ');
    expect((await screen.findByRole('status')).textContent).toBe('There are no words on this page.');
    expect(synthesis.said).toEqual([]);
    expect(onEnd).not.toHaveBeenCalled();
  });

  it('says so where nobody here speaks the language of the work', async () => {
    readAloud('La gallina corrió.', 'es');
    expect((await screen.findByRole('status')).textContent).toBe(
      'This tablet has no voice that speaks Spanish, so it cannot read this to you.',
    );
    expect(synthesis.said).toEqual([]);
  });

  it('says so where the browser cannot speak at all', async () => {
    vi.stubGlobal('speechSynthesis', undefined);
    readAloud('The hen ran.');
    expect((await screen.findByRole('status')).textContent).toContain('has no voice');
  });

  it('says so where the voice stops, as one that needs a network', async () => {
    readAloud('The hen ran.');
    await waitFor(() => expect(synthesis.said).toHaveLength(1));
    synthesis.tell('error');
    expect(screen.getByRole('status').textContent).toContain('Perhaps it needs a network');
  });
});

describe('the voice', () => {
  it('is one of the language, best of its region and of the tablet itself', () => {
    const american = { lang: 'en_US', localService: true, default: false };
    const far = { lang: 'en-US', localService: false, default: true };
    const spanish = { lang: 'es-ES', localService: true, default: false };
    expect(voiceFor([far, english, american], 'en-US')).toBe(american);
    expect(voiceFor([far, english], 'en-US')).toBe(english);
    expect(voiceFor([far, spanish], 'en')).toBe(far);
    expect(voiceFor([english], 'es')).toBeNull();
  });
});

describe('what is read', () => {
  it('is every sentence by itself, and each line of a poem', () => {
    const text = 'One. Two?\nThe owl\nwent to sea ';
    expect(sentencesOf(text, 'en').map(({ start, end }) => text.slice(start, end))).toEqual([
      'One.',
      'Two?',
      'The owl',
      'went to sea',
    ]);
  });

  it('is the word at a place, and none between two', () => {
    expect(wordAt('The hen', 5, 'en')).toEqual({ start: 4, end: 7 });
    expect(wordAt('The hen', 3, 'en')).toBeNull();
  });

  it('is found again on the page, over bold words and lines', () => {
    const element = document.createElement('div');
    element.innerHTML = '<p>The <strong>h</strong>en<br>ran.</p><p>Fast.</p>';
    const { text, rangeOf } = spokenTextOf(element);
    expect(text).toBe('The hen\nran.\nFast.');
    expect(rangeOf(4, 7).toString()).toBe('hen');
    expect(rangeOf(13, 18).toString()).toBe('Fast.');
  });
});
