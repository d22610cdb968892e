import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordingLimits } from '#contract/works/recording-limits.schema.ts';
import { FakeMicrophone } from '#tests/support/fake-microphone.ts';
import { until } from '#tests/support/until.ts';
import { VoiceRecorder } from './voice-recorder.ts';

let microphone: FakeMicrophone;
let recorder: VoiceRecorder;

beforeEach(() => {
  vi.useFakeTimers();
  microphone = new FakeMicrophone();
  recorder = new VoiceRecorder(microphone.edge);
});

afterEach(() => {
  recorder.close();
  vi.useRealTimers();
});

const isDone = () => until(() => expect(recorder.state().is).toBe('done'));

describe('a voice that is recorded', () => {
  it('is what was said until somebody stops it, and the microphone is let go of', async () => {
    await recorder.start();
    expect(recorder.state()).toEqual({ is: 'recording' });
    vi.advanceTimersByTime(3200);
    expect(recorder.seconds()).toBe(3);
    expect(microphone.isOpen()).toBe(true);
    recorder.stop();
    await isDone();
    expect(recorder.state()).toMatchObject({
      voice: { media_type: 'audio/webm', bytes: microphone.bytes, seconds: 4 },
    });
    expect(microphone.isOpen()).toBe(false);
  });

  it('ends when it is as long as it may be', async () => {
    await recorder.start();
    vi.advanceTimersByTime(recordingLimits.seconds * 1000);
    await isDone();
    expect(recorder.state()).toMatchObject({ voice: { seconds: recordingLimits.seconds } });
  });

  it.each([
    ['the page is out of sight', () => microphone.hide()],
    ['the microphone is pulled out', () => microphone.pullOut()],
  ])('keeps what was said when %s', async (_when, happen) => {
    await recorder.start();
    vi.advanceTimersByTime(1000);
    happen();
    await isDone();
    expect(microphone.isOpen()).toBe(false);
  });

  it('is begun again as often as one likes', async () => {
    for (let time = 0; time < 3; time += 1) {
      await recorder.start();
      recorder.stop();
      await isDone();
    }
    expect(microphone.asked).toBe(3);
  });

  it('is as loud as the microphone hears', async () => {
    expect(recorder.level()).toBe(0);
    await recorder.start();
    microphone.loudness = 0.1;
    expect(recorder.level()).toBeCloseTo(0.5);
    microphone.loudness = 1;
    expect(recorder.level()).toBe(1);
  });
});

describe('a voice that is not recorded', () => {
  it.each([
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'none'],
    ['NotReadableError', 'in_use'],
    ['TypeError', 'unheard'],
  ] as const)('says why: %s', async (name, why) => {
    microphone.refusal = new DOMException('No', name);
    await recorder.start();
    expect(recorder.state()).toEqual({ is: 'failed', why });
    microphone.refusal = null;
    await recorder.start();
    expect(recorder.state()).toEqual({ is: 'recording' });
  });

  it.each([
    ['without a microphone', { devices: undefined }],
    ['without a recorder', { MediaRecorder: undefined }],
  ])('says so where the browser is one %s', async (_what, lacking) => {
    recorder = new VoiceRecorder({ ...microphone.edge, ...lacking });
    await recorder.start();
    expect(recorder.state()).toEqual({ is: 'failed', why: 'unsupported' });
  });

  it('is none where nothing of it can be heard', async () => {
    microphone.bytes = new Uint8Array([1, 2, 3]);
    await recorder.start();
    recorder.stop();
    await until(() => expect(recorder.state()).toEqual({ is: 'failed', why: 'unheard' }));
  });

  it('lets go of the microphone when somebody leaves while it is asked for, or while it listens', async () => {
    const asking = recorder.start();
    recorder.close();
    await asking;
    expect(microphone.isOpen()).toBe(false);
    await recorder.start();
    expect(microphone.isOpen()).toBe(true);
    recorder.close();
    expect(microphone.isOpen()).toBe(false);
  });
});
