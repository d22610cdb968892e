import { avatarForId, avatarNames } from '#contract/kit/avatar-names.ts';

/** Animals that none of these children is before choosing one: whoever chooses what they are already changes nothing. */
export function animalsOfNobody(children: readonly { id: string }[]): readonly string[] {
  const taken = new Set<string>(children.map(({ id }) => avatarForId(id)));
  return avatarNames.filter((name) => !taken.has(name));
}
