import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { SaidAloud } from '#contract/writing/own-rows.schema.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
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
