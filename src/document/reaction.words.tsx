import {
  IconBulb,
  IconHeart,
  IconHeartHandshake,
  IconMoodHappy,
  IconStars,
  type Icon,
} from '@tabler/icons-react';
import type { Reaction } from '#contract/works/reactions.schema.ts';

/** Each kind word with its picture. */
export const reactionWords: Readonly<Record<Reaction, { label: string; icon: Icon }>> = {
  love: { label: 'I love it', icon: IconHeart },
  funny: { label: 'It made me laugh', icon: IconMoodHappy },
  wow: { label: 'Wow', icon: IconStars },
  clever: { label: 'Clever', icon: IconBulb },
  thanks: { label: 'Thank you', icon: IconHeartHandshake },
};
