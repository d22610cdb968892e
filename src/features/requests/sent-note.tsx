import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { progressLink } from '#contract/requests/requests.rules.ts';
import type { RequestKind } from '#contract/requests/requests.schema.ts';
import type { Sent } from './use-request.ts';
import styles from './requests.module.css';

interface SentNoteProps {
  kind: RequestKind;
  sent: Sent;
  onAnother: () => void;
}

/** It has arrived: by which name it is asked for, and what happens next. */
export function SentNote({ kind, sent, onAnother }: SentNoteProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const { reference, state } = sent;
  return (
    <section className={styles.sent}>
      <Title order={2} size="h3" ref={title} tabIndex={-1}>
        {state === 'new' ? 'Look into your email' : 'Thank you, it has arrived'}
      </Title>
      <p className={styles.reference}>{reference}</p>
      <Text>
        {state === 'new'
          ? 'We have sent you a link. Open it, so that we know that this is yours. Then a person looks at it.'
          : 'A person reads it. This is its reference: please name it when you write again.'}
      </Text>
      <Group>
        <Anchor component={Link} to={progressLink('', kind, sent)} underline="always">
          See how far it is
        </Anchor>
        <Button variant="default" onClick={onAnother}>
          Write another one
        </Button>
      </Group>
    </section>
  );
}
