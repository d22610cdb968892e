import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Profile } from '#contract/identity/identity.schema.ts';
import { ReadsToChild } from '#src/ui/reads-to-child.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { FakeSpeech } from '#tests/support/fake-speech.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleProfile } from '#tests/support/screen-samples.ts';
import { AboutMe, OwnPicture } from './own-page.tsx';

const zoe = sampleProfile({ avatar: 'owl' });

function show(fields: Partial<Profile> = {}) {
  const replica = new FakeReplica();
  replica.putProfile({ ...zoe, ...fields });
  const shown = renderScreen(
    <ReadsToChild value>
      <OwnPicture user={zoe} />
      <AboutMe user={zoe} waiting={null} />
    </ReadsToChild>,
    { replica },
  );
  return { ...shown, replica };
}

describe('a child’s own page', () => {
  it('shows the picture, and another one as soon as it is tapped', async () => {
    const { user, replica } = show();
    expect(screen.getByRole('img', { name: 'Your picture: the owl' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Change my picture' }));
    const animals = await screen.findByRole('list', { name: 'Animals' });
    expect(within(animals).getByRole('button', { name: 'owl', pressed: true })).toBeTruthy();
    await user.click(within(animals).getByRole('button', { name: 'fox' }));
    expect(await screen.findByRole('img', { name: 'Your picture: the fox' })).toBeTruthy();
    expect(await screen.findByText('This is you now!')).toBeTruthy();
    expect(replica.queued).toEqual([['profiles.chooseAvatar', { body: { avatar: 'fox' } }]]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('reads out how an animal is chosen', async () => {
    const speech = FakeSpeech.install();
    const { user } = show();
    await user.click(screen.getByRole('button', { name: 'Change my picture' }));
    await user.click(await screen.findByRole('button', { name: 'Hear what to do' }));
    expect(speech.said).toEqual(['Which animal are you? Tap the one that you like best.']);
    vi.unstubAllGlobals();
  });

  it('keeps a line about the child, and says how many letters are left', async () => {
    const { user, replica } = show();
    const field = screen.getByRole('textbox', { name: 'About me' });
    expect(screen.getByText('160 letters left')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    await user.type(field, 'I like  owls');
    expect(screen.getByText('148 letters left')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved on this device.')).toBeTruthy();
    expect(replica.queued).toEqual([['profiles.writeAboutMe', { body: { about_me: 'I like owls' } }]]);
    expect(field).toHaveProperty('value', 'I like owls');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(document.activeElement?.contains(field)).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });

  it('says at the field that it is too long, and loses nothing of it', async () => {
    const { user, replica } = show();
    const field = screen.getByRole('textbox', { name: 'About me' });
    await user.click(field);
    await user.paste('a'.repeat(161));
    expect(screen.getByText('1 letter too many')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('About me must not exceed 160 characters')).toBeTruthy();
    expect(field).toHaveProperty('value', 'a'.repeat(161));
    expect(replica.queued).toEqual([]);
  });

  it('keeps what was typed where the tablet cannot save it', async () => {
    const { user, replica } = show();
    replica.broken = new Error('broken');
    const field = screen.getByRole('textbox', { name: 'About me' });
    await user.type(field, 'I like owls');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Your words could not be saved')).toBeTruthy();
    expect(field).toHaveProperty('value', 'I like owls');
  });

  it('shows what came from another tablet while nothing is typed here', async () => {
    const { replica } = show({ about_me: 'I am six' });
    replica.putProfile({ ...zoe, about_me: 'I am seven' });
    expect(await screen.findByDisplayValue('I am seven')).toBeTruthy();
  });
});
