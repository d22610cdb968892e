import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { FakeMicrophone } from '#tests/support/fake-microphone.ts';
import { zoe } from '#tests/support/pupil-user.ts';
import { webm } from '#tests/support/recordings.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { until } from '#tests/support/until.ts';
import { untilFocusIsOn } from '#tests/support/until-shown.ts';
import { VoicePanel } from './voice-panel.tsx';
import type { Voice } from './voice-recorder.ts';

let microphone: FakeMicrophone;
let kept: Voice[];
let isKept: boolean;
const onClose = vi.fn();

beforeEach(() => {
  microphone = new FakeMicrophone();
  // On a slow machine too, a recording lasts a second.
  Object.assign(microphone.edge, { now: () => 0 });
  kept = [];
  isKept = true;
  onClose.mockClear();
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:voice');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
});

function open(localDrafts = new FakeLocalDrafts(), workId = 'kite') {
  const onDone = (voice: Voice) => {
    kept.push(voice);
    return Promise.resolve(isKept);
  };
  return renderScreen(
    <VoicePanel workId={workId} edge={microphone.edge} onDone={onDone} onClose={onClose} />,
    {
      localDrafts,
    },
  );
}

describe('recording a voice', () => {
  it('shows that it listens, lets one hear it, begins again, and puts it into the story', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Start' }));
    await screen.findByText('We are listening');
    expect(screen.getByRole('meter', { name: 'How loud you are' })).toBeTruthy();
    expect(screen.getByText('2:00 left')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    await screen.findByText('That is your recording. Do you like it?');
    await untilFocusIsOn(() => screen.getByRole('button', { name: 'Put it in' }));
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

  it('says at once why it cannot record, and whom to ask, and offers no button then', async () => {
    Object.assign(microphone.edge, { MediaRecorder: undefined });
    open();
    expect((await screen.findByRole('alert')).textContent).toMatch(/cannot record.*Ask your teacher/u);
    expect(screen.queryByRole('button', { name: /Start|Record again/u })).toBeNull();
  });

  it('says at once that there is no microphone, and finds one that is plugged in then', async () => {
    Object.assign(microphone.edge.devices ?? {}, { enumerateDevices: () => Promise.resolve([]) });
    const { user } = open();
    expect((await screen.findByRole('alert')).textContent).toMatch(/no microphone.*Ask your teacher/u);
    await user.click(screen.getByRole('button', { name: 'Record again' }));
    await screen.findByText('We are listening');
  });

  it('lets go of the microphone when it is closed', async () => {
    const { user, unmount } = open();
    await user.click(await screen.findByRole('button', { name: 'Start' }));
    await screen.findByText('We are listening');
    act(() => unmount());
    expect(microphone.isOpen()).toBe(false);
  });
});

describe('a recording that was put nowhere', () => {
  beforeEach(() => useSessionStore.setState({ user: zoe }));
  const found = 'You recorded this before. It waited here for you. Do you like it?';

  it('is there again after a tab that was killed while somebody spoke, as far as it was handed over', async () => {
    const localDrafts = new FakeLocalDrafts();
    const whole = webm();
    microphone.bytes = new Uint8Array(whole);
    const first = open(localDrafts);
    await first.user.click(await screen.findByRole('button', { name: 'Start' }));
    await screen.findByText('We are listening');
    act(() => microphone.handOver(60));
    act(() => microphone.handOver(whole.length - 10));
    await until(() => expect(localDrafts.text.split('\n')).toHaveLength(2));
    // Nobody ends the recording.
    first.unmount();

    const again = open(localDrafts);
    await screen.findByText(found);
    await again.user.click(screen.getByRole('button', { name: 'Put it in' }));
    const [voice] = kept;
    expect(voice).toMatchObject({ media_type: 'audio/webm', seconds: 1 });
    expect(whole.subarray(0, voice?.bytes.length).equals(voice?.bytes ?? new Uint8Array())).toBe(true);
    await until(() => expect(localDrafts.text).toBe(''));
  });

  it('waits when the dialog is closed, until it is recorded anew, put in or thrown away', async () => {
    const localDrafts = new FakeLocalDrafts();
    const first = open(localDrafts);
    await first.user.click(await screen.findByRole('button', { name: 'Start' }));
    await first.user.click(await screen.findByRole('button', { name: 'Stop' }));
    await screen.findByText('That is your recording. Do you like it?');
    await until(() => expect(localDrafts.text).not.toBe(''));
    first.unmount();

    const second = open(localDrafts);
    await screen.findByText(found);
    microphone.bytes = new Uint8Array(webm());
    await second.user.click(screen.getByRole('button', { name: 'Record again' }));
    await second.user.click(await screen.findByRole('button', { name: 'Stop' }));
    await screen.findByText('That is your recording. Do you like it?');
    second.unmount();

    const third = open(localDrafts);
    await screen.findByText(found);
    await third.user.click(screen.getByRole('button', { name: 'Throw it away' }));
    await screen.findByRole('button', { name: 'Start' });
    await until(() => expect(localDrafts.text).toBe(''));
    expect(kept).toEqual([]);
  });

  it('waits for the work that it was about, and is put into no other', async () => {
    const localDrafts = new FakeLocalDrafts();
    const first = open(localDrafts);
    await first.user.click(await screen.findByRole('button', { name: 'Start' }));
    await first.user.click(await screen.findByRole('button', { name: 'Stop' }));
    await screen.findByText('That is your recording. Do you like it?');
    await until(() => expect(localDrafts.text).not.toBe(''));
    first.unmount();

    const other = open(localDrafts, 'hen');
    await other.user.click(await screen.findByRole('button', { name: 'Start' }));
    await other.user.click(await screen.findByRole('button', { name: 'Stop' }));
    await screen.findByText('That is your recording. Do you like it?');
    await other.user.click(screen.getByRole('button', { name: 'Throw it away' }));
    await screen.findByRole('button', { name: 'Start' });
    other.unmount();

    open(localDrafts);
    await screen.findByText(found);
  });

  it('is told of nobody where what is kept is no voice', async () => {
    const localDrafts = new FakeLocalDrafts();
    microphone.bytes = new Uint8Array([1, 2, 3]);
    const first = open(localDrafts);
    await first.user.click(await screen.findByRole('button', { name: 'Start' }));
    await first.user.click(await screen.findByRole('button', { name: 'Stop' }));
    await screen.findByText('Nothing was recorded');
    first.unmount();
    open(localDrafts);
    await screen.findByRole('button', { name: 'Start' });
    expect(screen.queryByText(found)).toBeNull();
  });
});
