import { Button, TextInput } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import * as v from 'valibot';
import { TypedClassCode } from '#contract/classes/classes.schema.ts';
import { FailureNote } from '#src/ui/failure-note.tsx';
import type { SignInFailure } from './sign-in.problems.ts';
import { ScanButton } from './scan-button.tsx';
import styles from './student-sign-in.module.css';
import { isInvalidCode } from './use-class-tiles.ts';

interface ClassCodeFormProps {
  /** The code that was used here last. */
  initial: string;
  failure: SignInFailure | null;
  isLoading: boolean;
  /** False where it led to no class. */
  onCode: (code: string) => Promise<boolean>;
  /** Left out where there is nothing to scan with. */
  onScan?: (() => void) | undefined;
}

export function ClassCodeForm({ initial, failure, isLoading, onCode, onScan }: ClassCodeFormProps) {
  const [code, setCode] = useState(initial);
  const [missing, setMissing] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  // Another code is typed over what is there.
  function begin() {
    field.current?.focus();
    field.current?.select();
  }

  useEffect(begin, []);

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    const checked = v.safeParse(TypedClassCode, code);
    setMissing(checked.success ? null : checked.issues[0].message);
    if (!checked.success || !(await onCode(checked.output))) begin();
  }

  const isWrong = failure !== null && isInvalidCode(failure);
  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      {failure && !isWrong && <FailureNote failure={failure} />}
      <TextInput
        ref={field}
        label="Class code"
        classNames={{ input: styles.code }}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={40}
        size="xl"
        value={code}
        error={missing ?? (isWrong ? failure.text : null)}
        onChange={({ currentTarget }) => {
          setCode(currentTarget.value);
          setMissing(null);
        }}
      />
      <Button
        type="submit"
        size="lg"
        fullWidth
        loading={isLoading}
        rightSection={<IconArrowRight size={24} aria-hidden />}
      >
        Find my class
      </Button>
      {onScan && <ScanButton onClick={onScan} />}
    </form>
  );
}
