import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { offerEndpoints } from '#contract/offers/offers.endpoints.ts';
import { offerProblems } from '#contract/offers/offers.problems.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useLinkToken } from '#src/session/link-token.ts';
import { usePlaceName } from '#src/session/use-session.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';
import { FailureNote, type Failure } from '#src/ui/failure-note.tsx';
import { LinkPage } from '#src/ui/link-page.tsx';

/** Programs that look at e-mail open links as well, so that a person presses the button. */
export function ConfirmOfferScreen({ api = apiClient }: { api?: ApiClient }) {
  const place = usePlaceName();
  const token = useLinkToken('/uploadbook?confirm=1');
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<'open' | 'confirmed' | 'refused'>('open');
  const [failure, setFailure] = useState<Failure | null>(null);

  async function confirm(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await api.call(offerEndpoints.confirm, { body: { token: token ?? '' } });
      setOutcome('confirmed');
    } catch (error) {
      if (error instanceof ApiProblem && error.code === offerProblems.link_refused.code)
        setOutcome('refused');
      else setFailure(failureOf(error));
    }
    setBusy(false);
  }

  if (outcome === 'confirmed')
    return (
      <LinkPage place={place} title="Your address is confirmed" announced>
        <Text>
          Now hand in your book. It is on the device on which you made it ready: go back to the page there.
        </Text>
        <Button component={Link} to="/uploadbook" size="md">
          It is on this device
        </Button>
      </LinkPage>
    );
  if (outcome === 'refused' || token === null)
    return (
      <LinkPage place={place} title="This link does not work any more" announced={outcome === 'refused'}>
        <Text>
          Your book is still on the device on which you made it ready. Please ask for a new link there.
        </Text>
        <Button component={Link} to="/uploadbook" size="md">
          Hand in a book
        </Button>
      </LinkPage>
    );
  return (
    <LinkPage place={place} title="Confirm your email address">
      {failure && <FailureNote failure={failure} />}
      <Text>You want to hand in a book. Confirm that this address is yours.</Text>
      <Button size="md" loading={isBusy} onClick={() => void confirm()}>
        Confirm this address
      </Button>
    </LinkPage>
  );
}
