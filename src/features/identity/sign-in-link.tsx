import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { tenantEndpoints } from '#contract/tenants/tenants.endpoints.ts';
import { cannotBeReachedTitle } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { addressOn } from '#src/session/other-host.ts';
import { NoNetworkError } from '#src/sync/api-client.ts';
import { SignInStep } from './sign-in-step.tsx';

interface SignInLinkProps {
  /** What stands behind `/login/`: the name of a school in addresses, or a one-time link. */
  place: string;
  /** It is this school's own: nothing more to look for. */
  onHere: () => void;
  /** Leaves for another school's host. */
  onElsewhere?: (address: string) => void;
}

/** Looks up whose sign-in page is meant. */
export function SignInLink({ place, onHere, onElsewhere = leaveFor }: SignInLinkProps) {
  const [found, setFound] = useState<'unknown' | 'unreachable' | null>(null);

  useEffect(() => {
    let isLeft = false;
    apiClient.call(tenantEndpoints.findBySlug, { params: { slug: place } }).then(
      ({ host }) => {
        if (isLeft) return;
        if (host === window.location.hostname) onHere();
        else onElsewhere(addressOn(host, paths.signIn()));
      },
      (error: unknown) => {
        if (!isLeft) setFound(error instanceof NoNetworkError ? 'unreachable' : 'unknown');
      },
    );
    return () => {
      isLeft = true;
    };
  }, [place, onHere, onElsewhere]);

  if (found === null) return null;
  return (
    <SignInStep title={found === 'unknown' ? 'This link does not work any more' : cannotBeReachedTitle}>
      <Text>
        {found === 'unknown'
          ? 'Perhaps it was used before, or a letter is missing. You can sign in here, or ask the person who sent it for a new one.'
          : 'Please open the link again in a moment.'}
      </Text>
      <Button component={Link} to={paths.signIn()} size="md">
        Sign in here
      </Button>
    </SignInStep>
  );
}

function leaveFor(address: string): void {
  window.location.replace(address);
}
