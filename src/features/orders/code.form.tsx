import { Button, Group, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { holdPass } from '#src/session/order-pass.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FailureNote, type Failure } from '#src/ui/failure-note.tsx';
import styles from './orders.module.css';

/** How often a code may be typed; the server counts too. */
const codeTries = 5;

const nothingDone = { offline: 'Please try again in a moment.' };

function useCode(api: ApiClient, token: string) {
  const [isSent, setSent] = useState(false);
  const [busy, setBusy] = useState<'send' | 'open' | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [tries, setTries] = useState(0);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const params = { token };

  async function send(): Promise<void> {
    setBusy('send');
    setFailure(null);
    setError(null);
    try {
      await api.call(orderEndpoints.sendCode, { params });
      setSent(true);
      setTries(0);
      setCode('');
    } catch (caught) {
      setFailure(failureOf(caught, nothingDone));
    }
    setBusy(null);
  }

  async function open(): Promise<void> {
    if (!/^\d{6}$/u.test(code.replaceAll(/\s/gu, ''))) return setError('The code has six digits');
    setBusy('open');
    setFailure(null);
    setError(null);
    try {
      const { pass } = await api.call(orderEndpoints.openOwn, { params, body: { code } });
      return holdPass(token, pass);
    } catch (caught) {
      const found = failureOf(caught, nothingDone);
      const done = tries + 1;
      if (found.code !== orderProblems.wrong_code.code) setFailure(found);
      else if (done < codeTries) setError(found.text);
      else setError(`You tried ${codeTries} times. Please send a new code.`);
      if (found.code === orderProblems.wrong_code.code) setTries(done);
    }
    return setBusy(null);
  }

  return { isSent, busy, failure, error, code, setCode, send, open, isUsedUp: tries >= codeTries };
}

interface CodeFormProps {
  token: string;
  api: ApiClient;
}

/** Shows by a code from an e-mail that an order is the buyer's. */
export function CodeForm({ token, api }: CodeFormProps) {
  const { isSent, busy, failure, error, code, setCode, send, open, isUsedUp } = useCode(api, token);
  const [hasCode, setHasCode] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The button that was pressed is gone.
    if (hasCode) field.current?.focus();
  }, [hasCode]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void open();
  };
  return (
    <>
      <Text>
        We send a code to the email address of this order. It opens your name and address, your downloads,
        certificates of gifts and what you can give back.
      </Text>
      {failure && <FailureNote failure={failure} />}
      {isSent && (
        <Text role="status">
          The code is on its way to the email address of this order. It is good for ten minutes.
        </Text>
      )}
      {(isSent || hasCode) && (
        <form className={styles.code} onSubmit={submit} noValidate>
          <TextInput
            ref={field}
            label="Code from the email"
            description="Six digits"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            value={code}
            disabled={isUsedUp}
            error={error}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" size="md" loading={busy === 'open'} disabled={isUsedUp}>
            Open my order
          </Button>
        </form>
      )}
      <Group gap="sm">
        <Button
          size="md"
          {...((isSent || hasCode) && !isUsedUp && { variant: 'default' })}
          loading={busy === 'send'}
          onClick={() => void send()}
        >
          {isSent || hasCode ? 'Send a new code' : 'Send me a code'}
        </Button>
        {!isSent && !hasCode && (
          <Button size="md" variant="default" onClick={() => setHasCode(true)}>
            I have a code
          </Button>
        )}
      </Group>
    </>
  );
}
