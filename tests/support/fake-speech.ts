import { vi } from 'vitest';

class FakeUtterance extends EventTarget {
  constructor(readonly text: string) {
    super();
  }
}

/** A device with one voice, that speaks English. `vi.unstubAllGlobals()` takes it away. */
export class FakeSpeech extends EventTarget {
  readonly said: string[] = [];
  readonly cancel = () => undefined;
  readonly getVoices = () => [{ lang: `${document.documentElement.lang}-GB`, localService: true }];
  readonly speak = ({ text }: FakeUtterance) => this.said.push(text);

  static install(): FakeSpeech {
    const speech = new FakeSpeech();
    vi.stubGlobal('speechSynthesis', speech);
    vi.stubGlobal('SpeechSynthesisUtterance', FakeUtterance);
    return speech;
  }
}
