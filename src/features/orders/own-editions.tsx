import { Alert, Button, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { moneyText } from '#contract/kit/money.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import type { OwnDetails, TrackedOrder } from '#contract/orders/orders.schema.ts';
import { picturesWithPass } from '#src/session/api.ts';
import { endPass } from '#src/session/order-pass.ts';
import { ApiProblem, type ApiClient, type PictureClient } from '#src/sync/api-client.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { sayInFull } from '#src/ui/moments.ts';
import { readEdition, type ReadEdition } from './bought-edition.ts';
import { withdrawnText } from './own.words.ts';
import styles from './orders.module.css';

/** What makes files of an edition on this device. */
export interface EditionFiles {
  read: () => Promise<ReadEdition>;
  client: PictureClient;
  /** What went wrong, in words; null where it is nothing of an order. */
  explain: (error: unknown) => string | null;
}

/** The buttons that save an edition as a file. */
export type ShowFiles = (files: EditionFiles) => ReactNode;

interface OwnEditionsProps {
  order: TrackedOrder;
  own: OwnDetails;
  token: string;
  pass: string;
  api: ApiClient;
  showFiles: ShowFiles;
  onChanged: () => void;
}

type Line = TrackedOrder['lines'][number];

interface EditionProps extends OwnEditionsProps {
  line: Line;
}

const noMore = 'Once you download it, it cannot be given back any more.';

function Edition({ line, order: { currency }, own, token, pass, api, showFiles, onChanged }: EditionProps) {
  const [isAsking, setAsking] = useState(false);
  const [mayDownload, setMayDownload] = useState(false);
  const [gone, setGone] = useState<string | null>(null);
  const mine = own.lines.find(({ id }) => id === line.id);
  const downloaded_at = mine?.downloaded_at ?? null;
  // What can be given back is downloaded after a word about it.
  const isWarned = mine?.kept_because !== null || mayDownload;

  async function read(): Promise<ReadEdition> {
    const edition = await readEdition(api, { token, line: line.id, pass });
    onChanged();
    return edition;
  }

  function explain(error: unknown): string | null {
    if (!(error instanceof ApiProblem)) return null;
    if (error.code === orderProblems.pass_over.code) endPass();
    if (error.code === orderProblems.withdrawn.code) {
      const isRefunded = error.body.details?.['refunded'] === true;
      setGone(withdrawnText(line, isRefunded ? moneyText({ amount: line.amount, currency }) : null));
      onChanged();
    }
    return error.message;
  }

  if (gone !== null)
    return (
      <li>
        <Alert role="alert" color="yellow" variant="light">
          {gone}
        </Alert>
      </li>
    );
  return (
    <li className={styles.edition}>
      <Title order={4} size="h5" dir="auto">
        {line.title}
      </Title>
      {downloaded_at !== null ? (
        <Text c="dimmed">Downloaded on {sayInFull(downloaded_at)}. You can download it again.</Text>
      ) : (
        mine?.kept_because === null && <Text>{noMore}</Text>
      )}
      {isWarned ? (
        showFiles({ read, client: picturesWithPass(pass), explain })
      ) : (
        <div>
          <Button
            size="md"
            mih={48}
            leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            Download…
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={isAsking}
        title={`Download “${line.title}”?`}
        question={noMore}
        confirmLabel="Go on"
        onConfirm={() => setMayDownload(true)}
        onClose={() => setAsking(false)}
      />
    </li>
  );
}

/** The digital editions of an order, as files; made on this device. */
export function OwnEditions(props: OwnEditionsProps) {
  const { order } = props;
  const digital = order.lines.filter(({ kind }) => kind === 'digital');
  const ready = digital.filter(({ fulfilment }) => fulfilment === 'ready');
  const withdrawn = digital.filter(
    ({ fulfilment, back_because }) => fulfilment === 'withdrawn' && back_because === 'withdrawn',
  );
  if (ready.length + withdrawn.length === 0) return null;
  const backOf = ({ refunded, going_back }: Line) =>
    moneyText({ amount: refunded + going_back, currency: order.currency });
  return (
    <section className={styles.part} aria-labelledby="downloads">
      <Title order={3} size="h4" id="downloads">
        Download
      </Title>
      {withdrawn.map((line) => (
        <Alert key={line.id} role="note" color="yellow" variant="light">
          {withdrawnText(line, backOf(line))}
        </Alert>
      ))}
      <ul className={styles.editions}>
        {ready.map((line) => (
          <Edition key={line.id} line={line} {...props} />
        ))}
      </ul>
    </section>
  );
}
