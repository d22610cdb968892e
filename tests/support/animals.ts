import { avatarNames } from '#contract/kit/avatar-names.ts';

/**
 * Animals that none of these children is before choosing one: choosing what one is already changes nothing. A username has the
 * animal of its child.
 */
export function animalsOfNobody(children: readonly { username: string }[]): readonly string[] {
  const taken = new Set(children.flatMap(({ username }) => username.split('-')));
  return avatarNames.filter((name) => !taken.has(name));
}
