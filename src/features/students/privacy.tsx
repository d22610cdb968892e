import { IconLock, IconUsersGroup, IconWorld } from '@tabler/icons-react';
import type { PrivacyPreference } from '#contract/students/students.schema.ts';
import styles from './privacy.module.css';

/** Icon and word of each preference; the picture says it as well as the word, the colour only helps. */
export const privacyLooks = {
  private: { label: 'Private', Icon: IconLock },
  community: { label: 'Community', Icon: IconUsersGroup },
  public: { label: 'Public', Icon: IconWorld },
} as const satisfies Record<PrivacyPreference, { label: string; Icon: typeof IconLock }>;

export function PrivacyBadge({ preference }: { preference: PrivacyPreference }) {
  const { label, Icon } = privacyLooks[preference];
  return (
    <span className={styles.badge} data-preference={preference}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {label}
    </span>
  );
}
