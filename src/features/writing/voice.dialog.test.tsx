import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeMicrophone } from '#tests/support/fake-microphone.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { VoiceDialog } from './voice.dialog.tsx';
import type { Voice } from './voice-recorder.ts';

let microphone: FakeMicrophone;
let kept: Voice[];
let isKept: boolean;
const onClose = vi.fn();

beforeEach(() => {
  microphone = new FakeMicrophone();
  kept = [];
  isKept = true;
  onClose.mockClear();
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:voice');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
});

function open() {
  const onDone = (voice: Voice) => {
    kept.push(voice);
    return Promise.resolve(isKept);
  };
  return renderScreen(<VoiceDialog edge={microphone.edge} onDone={onDone} onClose={onClose} />);
}

describe('recording a voice', () => {
  it('shows that it listens, lets one hear it, begins again, and puts it into the story', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Start' }));
    await screen.findByText('We are listening');
    expect(screen.getByRole('meter', { name: 'How loud you are' })).toBeTruthy();
    expect(screen.getByText('0:00 of 2:00')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    await screen.findByText('That is your recording. Do you like it?');
    expect(screen.getByRole('group', { name: 'What you recorded' })).toBeTruthy();
    expect(microphone.isOpen()).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Record again' }));
    await user.click(await screen.findByRole('button', { name: 'Stop' }));
    await user.click(await screen.findByRole('button', { name: 'Put it in' }));
    expect(kept).toMatchObject([{ media_type: 'audio/webm', bytes: microphone.bytes, seconds: 1 }]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('stays where it could not be kept, with what was recorded', async () => {
    isKept = false;
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Start' }));
    await user.click(await screen.findByRole('button', { name: 'Stop' }));
    await user.click(await screen.findByRole('button', { name: 'Put it in' }));
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Put it in' })).toBeTruthy();
  });

  it('says kindly that the microphone may not be used, and asks again', async () => {
    microphone.refusal = new DOMException('No', 'NotAllowedError');
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Start' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/The microphone is off here/u);
    microphone.refusal = null;
    await user.click(screen.getByRole('button', { name: 'Record again' }));
    await screen.findByText('We are listening');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('offers no button where the browser cannot record', async () => {
    const { user } = open();
    Object.assign(microphone.edge, { MediaRecorder: undefined });
    await user.click(await screen.findByRole('button', { name: 'Start' }));
    await screen.findByText('This browser cannot record');
    expect(screen.queryByRole('button', { name: /Start|Record again/u })).toBeNull();
  });

  it('lets go of the microphone when it is closed', async () => {
    const { user, unmount } = open();
    await user.click(await screen.findByRole('button', { name: 'Start' }));
    await screen.findByText('We are listening');
    act(() => unmount());
    expect(microphone.isOpen()).toBe(false);
  });
});
