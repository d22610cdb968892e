import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { useCallback } from 'react';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import type { OwnDetails, TrackedOrder } from '#contract/orders/orders.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { endPass, forgetPass, useHeldPass, usePassOf } from '#src/session/order-pass.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { CertificateLinks } from './certificate-links.tsx';
import { CodeForm } from './code.form.tsx';
import { GiveBack } from './give-back.tsx';
import { OwnEditions, type ShowFiles } from './own-editions.tsx';
import styles from './orders.module.css';

interface OwnOrderProps {
  order: TrackedOrder;
  token: string;
  api: ApiClient;
  showFiles: ShowFiles;
  /** The order is not what the page shows any more. */
  onChanged: () => void;
}

function useOwnDetails(api: ApiClient, token: string, pass: string) {
  const load = useCallback(
    async (signal: AbortSignal) => {
      try {
        return await api.call(orderEndpoints.readOwn, { params: { token }, body: { pass } }, { signal });
      } catch (error) {
        if (error instanceof ApiProblem && error.code === orderProblems.pass_over.code) endPass();
        throw error;
      }
    },
    [api, token, pass],
  );
  return useAnswer(load);
}

function Buyer({ own: { name, email, address } }: { own: OwnDetails }) {
  return (
    <dl className={styles.buyer}>
      <div>
        <dt>Name</dt>
        <dd dir="auto">{name}</dd>
      </div>
      <div>
        <dt>Email</dt>
        <dd>{email}</dd>
      </div>
      {address && (
        <div>
          <dt>Printed books go to</dt>
          <dd dir="auto" className={styles.address}>
            {`${address.street}\n${address.postcode} ${address.city}`}
          </dd>
        </div>
      )}
    </dl>
  );
}

function Opened({ pass, ...props }: OwnOrderProps & { pass: string }) {
  const { order, token, api, showFiles, onChanged } = props;
  const answer = useOwnDetails(api, token, pass);
  const { value: own, status, busy, isGone, reload } = answer;
  const changed = () => {
    reload();
    onChanged();
  };
  if (own === null && status === 'loading')
    return <Skeleton height={160} role="status" aria-label="Loading" />;
  if (own === null)
    return (
      <AnswerMissing
        status={status === 'unreachable' ? 'unreachable' : 'failed'}
        busy={busy}
        isGone={isGone}
        failed="Your details could not be fetched"
        unreachable={`Your order is safe. Your details show up here ${asSoonAsReached}.`}
        onRetry={reload}
      />
    );
  const shared = { order, own, token, pass, api };
  return (
    <>
      <Buyer own={own} />
      <CertificateLinks certificates={own.certificates} />
      <OwnEditions {...shared} showFiles={showFiles} onChanged={changed} />
      {order.state !== 'placed' && order.state !== 'lapsed' && <GiveBack {...shared} onChanged={changed} />}
      <Group gap="sm">
        <Button size="md" variant="default" onClick={forgetPass}>
          Hide my details
        </Button>
      </Group>
    </>
  );
}

/** What only the buyer sees and does, after a code from an e-mail. */
export function OwnOrderSection(props: OwnOrderProps) {
  const { token, api } = props;
  const pass = usePassOf(token);
  const isEnded = useHeldPass(({ ended }) => ended === token);
  return (
    <section className={`${styles.card} ${styles.own}`} aria-labelledby="own-order">
      <Title order={2} size="h3" id="own-order">
        {pass === null ? 'Is this your order?' : 'Your order'}
      </Title>
      {pass === null ? (
        <>
          {isEnded && (
            <Text role="status">
              Your details were hidden after a while, so that nobody else sees them. A new code shows them
              again.
            </Text>
          )}
          <CodeForm token={token} api={api} />
        </>
      ) : (
        <Opened pass={pass} {...props} />
      )}
    </section>
  );
}
