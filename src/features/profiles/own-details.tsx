import { Text } from '@mantine/core';
import type { User } from '#contract/identity/identity.schema.ts';
import { roleName } from '#src/session/dashboards.ts';
import styles from './own-details.module.css';

/** Who is signed in, as the school has it. */
export function OwnDetails({ user }: { user: User }) {
  const { first_name, last_name, email, role, visiting } = user;
  return (
    <dl className={styles.details}>
      <div>
        <dt>Name</dt>
        <dd dir="auto">{`${first_name} ${last_name}`.trim()}</dd>
      </div>
      {email !== null && (
        <div>
          <dt>Email</dt>
          <dd>{email}</dd>
        </div>
      )}
      <div>
        <dt>Role</dt>
        <dd>{roleName(role)}</dd>
      </div>
      {visiting && (
        <Text c="dimmed">
          You are a guest from {visiting.home}. Your name and your password are changed there.
        </Text>
      )}
    </dl>
  );
}
