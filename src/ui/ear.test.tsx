import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeSpeech } from '#tests/support/fake-speech.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { Ear } from './ear.tsx';

afterEach(() => vi.unstubAllGlobals());

const words = 'قصة جميلة!';

describe('the ear beside words of a teacher who writes Arabic', () => {
  it('is not there where the device speaks English alone', () => {
    FakeSpeech.install();
    renderScreen(<Ear words={words} label="Hear it" />);
    expect(screen.queryByRole('button', { name: 'Hear it' })).toBeNull();
  });

  it('reads them with a voice that speaks it', async () => {
    const speech = FakeSpeech.install();
    const speak = vi.fn<(utterance: object) => void>();
    const getVoices = () => ['en-GB', 'ar-SA'].map((lang) => ({ lang, localService: true }));
    Object.assign(speech, { getVoices, speak });
    const { user } = renderScreen(<Ear words={words} label="Hear it" />);
    await user.click(screen.getByRole('button', { name: 'Hear it' }));
    expect(speak).toHaveBeenCalledWith(expect.objectContaining({ text: words, lang: 'ar-SA' }));
  });
});
