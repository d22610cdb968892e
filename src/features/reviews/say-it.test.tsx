import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { SaidAloud } from '#contract/writing/own-rows.schema.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FakeMicrophone } from '#tests/support/fake-microphone.ts';
import { FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { untilFocusIsOn } from '#tests/support/until-shown.ts';
import { SayIt } from './say-it.tsx';

const api: ApiClient = { call: () => expect.fail('nothing is sent') };

function Answer() {
  const [voice, setVoice] = useState<SaidAloud | null>({ sha256: 'a'.repeat(64), seconds: 4 });
  return <SayIt workId="018f0000-0000-7000-8000-000000000009" value={voice} onChange={setVoice} api={api} />;
}

it('sends a teacher to no teacher where nothing can be recorded', async () => {
  function Silent() {
    const [voice, setVoice] = useState<SaidAloud | null>(null);
    return (
      <SayIt workId="018f0000-0000-7000-8000-000000000009" value={voice} onChange={setVoice} api={api} />
    );
  }
  const { user } = renderScreen(<Silent />);
  await user.click(screen.getByRole('button', { name: 'Say it' }));
  expect((await screen.findByRole('alert')).textContent).not.toMatch(/teacher/u);
});

it('gives the focus to the way to a new recording when one is taken away', async () => {
  const { user } = renderScreen(<Answer />);
  await user.click(screen.getByRole('button', { name: 'Take it away' }));
  await untilFocusIsOn(() => screen.getByRole('button', { name: 'Say it' }));
});

it('keeps the focus at a recording that was just put in, before it can be heard', async () => {
  const { edge } = new FakeMicrophone();
  vi.stubGlobal('MediaRecorder', edge.MediaRecorder);
  vi.stubGlobal('AudioContext', edge.AudioContext);
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:voice');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: edge.devices });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'mediaDevices');
  });
  const server = new FakeSchoolServer({});
  const taking: ApiClient = { call: () => Promise.resolve({} as never) };
  function Unsaid() {
    const [voice, setVoice] = useState<SaidAloud | null>(null);
    return (
      <SayIt workId="018f0000-0000-7000-8000-000000000009" value={voice} onChange={setVoice} api={taking} />
    );
  }
  const { user } = renderScreen(<Unsaid />);
  await user.click(screen.getByRole('button', { name: 'Say it' }));
  await user.click(await screen.findByRole('button', { name: 'Start' }));
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  await user.click(await screen.findByRole('button', { name: 'Put it in' }));
  const away = await screen.findByRole('button', { name: 'Take it away' });
  await vi.waitFor(() => expect(document.activeElement).not.toBe(document.body));
  expect(document.activeElement?.contains(away)).toBe(true);
  expect(server.asked.every(({ method }) => method === 'GET')).toBe(true);
});
