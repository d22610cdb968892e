import { Button, Checkbox, Text, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { moneyText } from '#contract/kit/money.ts';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import { leftOfLine, linesGivenBack } from '#contract/orders/orders.rules.ts';
import type { OwnDetails, TrackedOrder } from '#contract/orders/orders.schema.ts';
import { sumOf } from '#contract/orders/shares.rules.ts';
import { failureOf } from '#src/session/failure-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { FailureNote, type Failure } from '#src/ui/failure-note.tsx';
import { kindWords } from '#src/lib/line-kinds.ts';
import { keptWords } from './own.words.ts';
import styles from './orders.module.css';

interface GiveBackProps {
  order: TrackedOrder;
  own: OwnDetails;
  token: string;
  pass: string;
  api: ApiClient;
  /** The order is not what the page shows any more. */
  onChanged: () => void;
}

/** The same lines asked twice are one refund: its id is made here, once for each choice. */
function useRefundId() {
  const made = useRef({ id: '', of: '' });
  return {
    idFor(lines: readonly string[]): string {
      const of = lines.toSorted().join(' ');
      if (made.current.of !== of) made.current = { id: uuidv7(), of };
      return made.current.id;
    },
    forget(): void {
      made.current = { id: '', of: '' };
    },
  };
}

function useGivingBack({ order, own, token, pass, api, onChanged }: GiveBackProps) {
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [given, setGiven] = useState<string | null>(null);
  const refund = useRefundId();
  const chosen = wanted.filter((id) => own.returnable.includes(id));
  const back = linesGivenBack(order.lines, new Set(chosen));
  const sum = moneyText({ amount: sumOf(back.map(leftOfLine)), currency: order.currency });

  async function send(): Promise<void> {
    setFailure(null);
    setGiven(null);
    const body = { id: refund.idFor(chosen), pass, lines: [...chosen] };
    try {
      await api.call(orderEndpoints.giveBack, { params: { token }, body });
      refund.forget();
      setWanted([]);
      setGiven(`${sum} goes back the way it was paid.`);
    } catch (error) {
      setFailure(
        failureOf(error, {
          offline: 'Please press again: what you chose is given back once, however often.',
        }),
      );
    }
    onChanged();
  }

  return { chosen, setWanted, sum, hasShipping: back.length > chosen.length, failure, given, send };
}

/** What a buyer may give back, and why not the rest. */
export function GiveBack(props: GiveBackProps) {
  const { order, own } = props;
  const { chosen, setWanted, sum, hasShipping, failure, given, send } = useGivingBack(props);
  const [isAsking, setAsking] = useState(false);
  // As it was asked: what is chosen is empty again while the dialog closes.
  const [asked, setAsked] = useState({ sum, hasShipping });
  const titleOf = ({ kind, title }: TrackedOrder['lines'][number]) =>
    kind === 'shipping' ? kindWords.shipping : `${title}, ${kindWords[kind].toLowerCase()}`;
  const rows = order.lines.map((line) => {
    const kept_because = own.lines.find(({ id }) => id === line.id)?.kept_because ?? null;
    return { line, kept_because };
  });
  return (
    <section className={styles.part} aria-labelledby="give-back">
      <Title order={3} size="h4" id="give-back">
        Give something back
      </Title>
      <ul className={styles.lines}>
        {rows.map(({ line, kept_because }) => (
          <li key={line.id}>
            {kept_because === null ? (
              <Checkbox
                size="md"
                label={
                  <>
                    <bdi>{titleOf(line)}</bdi>,{' '}
                    {moneyText({ amount: leftOfLine(line), currency: order.currency })}
                  </>
                }
                checked={chosen.includes(line.id)}
                onChange={({ currentTarget: { checked } }) =>
                  setWanted(checked ? [...chosen, line.id] : chosen.filter((id) => id !== line.id))
                }
              />
            ) : (
              <>
                <bdi>{titleOf(line)}</bdi>
                <Text c="dimmed">{keptWords[kept_because]}</Text>
              </>
            )}
          </li>
        ))}
      </ul>
      {failure && <FailureNote failure={failure} />}
      {given !== null && <Text role="status">{given} It can take some days until your bank shows it.</Text>}
      {own.returnable.length > 0 && (
        <div>
          <Button
            size="md"
            variant="default"
            disabled={chosen.length === 0}
            onClick={() => {
              setAsked({ sum, hasShipping });
              setAsking(true);
            }}
          >
            {chosen.length === 0 ? 'Choose what you give back' : `Give back ${sum}…`}
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={isAsking}
        title={`Give back ${asked.sum}?`}
        question={
          <Text>
            {asked.sum} goes back the way it was paid.
            {asked.hasShipping && ' The price of sending is in it.'} What you give back you cannot download or
            get any more.
          </Text>
        }
        confirmLabel="Give it back"
        cancelLabel="Keep it"
        danger
        onConfirm={send}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}
