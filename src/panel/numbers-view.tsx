import type { ReactNode } from 'react';
import { numberSpans } from '#contract/panel/numbers.schema.ts';
import { oneOf } from '#src/lib/one-of.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { withParts } from '#src/lib/address-parts.ts';
import type { useAnswer } from '#src/session/use-answer.ts';
import { AnswerWaiting } from '#src/ui/answer-waiting.tsx';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import styles from './panel.module.css';

const usual = '30';
const choices = numberSpans
  .filter((days) => days !== usual)
  .map((days) => ({ value: days, label: `${days} days` }));

/** How far back the charts go, as the address says it. */
export function useSpan() {
  const [address, setAddress] = useAddress();
  const days = oneOf(numberSpans, address.get('days')) ?? usual;
  const setDays = (next: string | null) =>
    setAddress(withParts({ days: next }), { replace: true, preventScrollReset: true });
  return { days, setDays };
}

export function SpanChoice({ days, setDays }: ReturnType<typeof useSpan>) {
  return (
    <ListFilter
      label="Days"
      any={`${usual} days`}
      value={days === usual ? null : days}
      choices={choices}
      onChange={setDays}
    />
  );
}

interface NumbersViewProps<Value> {
  answer: ReturnType<typeof useAnswer<Value>>;
  children: (value: Value) => ReactNode;
}

/** Charts side by side where there is room, or why there are none. */
export function NumbersView<Value>({ answer, children }: NumbersViewProps<Value>) {
  const { status, value, busy, isGone, reload } = answer;
  if (value === null)
    return (
      <AnswerWaiting
        answer={{ status, busy, isGone, reload }}
        failed="The numbers could not be fetched"
        unreachable={`The numbers show up here ${asSoonAsReached}.`}
        height={320}
      />
    );
  return <div className={styles.charts}>{children(value)}</div>;
}
