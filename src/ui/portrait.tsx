import { avatarNames } from '#contract/kit/avatar-names.ts';
import { AnimalAvatar } from './pictures/animal-avatar.tsx';

interface PortraitProps {
  /** Who it is; `avatar` is an animal's name or the address of a picture on our own host. */
  person: { avatar: string | null; first_name: string; last_name: string };
  /** Pixels. */
  size: number;
}

function initialsOf({ first_name, last_name }: PortraitProps['person']): string {
  return [first_name, last_name].map((name) => [...name][0] ?? '').join('');
}

/** Somebody's picture, animal or initials, for use beside the name: screen readers pass over it. */
export function Portrait({ person, size }: PortraitProps) {
  const { avatar } = person;
  if (avatar?.startsWith('/media/'))
    return <img src={avatar} alt="" width={size} height={size} decoding="async" loading="lazy" />;
  if (avatar !== null && avatarNames.includes(avatar)) return <AnimalAvatar name={avatar} size={size} />;
  return <span aria-hidden>{initialsOf(person)}</span>;
}
