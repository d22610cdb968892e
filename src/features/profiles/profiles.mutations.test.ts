import { describe, expect, it } from 'vitest';
import type { Profile } from '#contract/identity/identity.schema.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { effectContext } from '#tests/support/effect-context.ts';
import { sampleProfile } from '#tests/support/screen-samples.ts';
import { chooseAvatar, chooseAvatarInput, writeAboutMe, writeAboutMeInput } from './profiles.mutations.ts';

const zoe = sampleProfile();

const context = effectContext(scopeOf.user(zoe.id));
const nothing = () => undefined;

describe('choosing a picture', () => {
  const choose = chooseAvatar.effects.profile;

  it('shows the animal at once', () => {
    expect(choose?.([zoe], chooseAvatarInput('otter'), context)).toEqual([{ ...zoe, avatar: 'otter' }]);
  });

  it('gives the very same rows back where nothing changes', () => {
    const rows = [{ ...zoe, avatar: 'otter' }];
    expect(choose?.(rows, chooseAvatarInput('otter'), context)).toBe(rows);
    const nobody: Profile[] = [];
    expect(choose?.(nobody, chooseAvatarInput('otter'), context)).toBe(nobody);
  });

  it('is told in plain words, and the last choice goes alone', () => {
    expect(chooseAvatar.describe(chooseAvatarInput('otter'), nothing)).toBe('A new picture: the otter');
    expect(chooseAvatar.fold?.(chooseAvatarInput('otter'), chooseAvatarInput('owl'))).toEqual(
      chooseAvatarInput('owl'),
    );
  });
});

describe('writing about oneself', () => {
  const write = writeAboutMe.effects.profile;

  it('shows the words at once', () => {
    expect(write?.([zoe], writeAboutMeInput('I like owls'), context)).toEqual([
      { ...zoe, about_me: 'I like owls' },
    ]);
  });

  it('says what stood there before, which the school compares with', () => {
    expect(writeAboutMe.base?.(writeAboutMeInput('I like owls'), () => zoe as never)).toEqual({
      about_me: null,
    });
    expect(writeAboutMe.base?.(writeAboutMeInput('I like owls'), nothing)).toBeUndefined();
  });

  it('is told in plain words', () => {
    expect(writeAboutMe.describe(writeAboutMeInput('I like owls'), nothing)).toBe('About me: “I like owls”');
    expect(writeAboutMe.describe(writeAboutMeInput(''), nothing)).toBe('About me: nothing');
  });
});
