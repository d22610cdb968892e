import { Alert, Anchor } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { tenantEndpoints } from '#contract/tenants/tenants.endpoints.ts';
import { apiClient } from '#src/session/api.ts';
import { adoptTenant } from '#src/session/tenant-theme.ts';
import { useTenant } from '#src/session/use-session.ts';

/** Of a school that was registered: that nobody can sign in yet, and who can change that. */
export function PendingNote() {
  const { tenant } = useTenant();
  useEffect(() => {
    const leaving = new AbortController();
    // Perhaps somebody has just chosen the password. Without an answer it stands as it was.
    apiClient.call(tenantEndpoints.readCurrent, {}, { signal: leaving.signal }).then(
      (now) => {
        if (!leaving.signal.aborted) adoptTenant(now);
      },
      () => undefined,
    );
    return () => leaving.abort();
  }, []);
  if (tenant?.is_pending !== true) return null;
  return (
    <Alert variant="light" icon={<IconMail aria-hidden />} title="Almost ready">
      Nobody can sign in here yet. The person who registered {tenant.school_name} has an email with a link,
      and chooses a password there.{' '}
      <Anchor component={Link} to={paths.forgotPassword()} underline="always">
        Send a new link
      </Anchor>
    </Alert>
  );
}
