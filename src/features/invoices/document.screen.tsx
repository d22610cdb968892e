import { Button, Group, Skeleton, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import * as v from 'valibot';
import { DocumentToken, DocumentType, type ShownDocument } from '#contract/invoices/invoices.schema.ts';
import { paths } from '#contract/kit/paths.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useHeldPass } from '#src/session/order-pass.ts';
import { whyNoFile } from '#src/session/why-no-file.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { NothingFoundIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useFileSaving } from '#src/ui/use-file-saving.ts';
import { DocumentSheet } from './document-sheet.tsx';
import { documentTitles } from './document.words.ts';
import { useDocument } from './use-document.ts';
import styles from './document.module.css';

function NoSuchDocument() {
  return (
    <EmptyState
      role="alert"
      picture={<NothingFoundIllustration />}
      title="There is no such document"
      text="The address may not be complete. The page of your order leads to its receipts."
      action={
        <Button component={Link} to={paths.library()} variant="default">
          Go to the library
        </Button>
      }
    />
  );
}

function Shown({ document }: { document: ShownDocument }) {
  const { state, save } = useFileSaving<'pdf'>(whyNoFile);
  const savePdf = () =>
    save('pdf', async () => {
      const { documentPdf } = await import('./document-pdf.ts');
      return { ...(await documentPdf(document)), name: `${document.number}.pdf` };
    });
  const order = useHeldPass(({ held }) => held?.token);
  return (
    <div className={styles.page}>
      <div className={styles.controls}>
        <Group gap="sm">
          <Button
            size="md"
            loading={state.step === 'busy'}
            leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
            onClick={() => void savePdf()}
          >
            Save as PDF
          </Button>
          <Button
            size="md"
            variant="default"
            leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden />}
            onClick={() => window.print()}
          >
            Print
          </Button>
          {order !== undefined && (
            <Button component={Link} to={paths.trackOrder({ token: order })} size="md" variant="subtle">
              Back to your order
            </Button>
          )}
        </Group>
        {state.step === 'saved' && <Text role="status">Saved: {state.name}</Text>}
        {state.step === 'saved' && state.hasBoxes && (
          <Text role="alert">
            This device has no signs for some letters, so they are boxes in the PDF. Save it on another
            device.
          </Text>
        )}
        {state.step === 'failed' && <Text role="alert">{state.why}</Text>}
        {document.buyer === null && (
          <Text c="dimmed">
            Name and address are hidden. To have them on it, open the page of your order, show by the code
            that it is yours, and open the document there.
          </Text>
        )}
      </div>
      <DocumentSheet document={document} />
    </div>
  );
}

function Loaded({ api, type, token }: { api: ApiClient; type: DocumentType; token: string }) {
  const { value, status, busy, isGone, reload } = useDocument(api, { type, token });
  const title = documentTitles[type];
  return (
    <Screen title={value ? `${title} ${value.number}` : title}>
      {value ? (
        <Shown document={value} />
      ) : status === 'loading' ? (
        <Skeleton height={480} role="status" aria-label="Loading" />
      ) : isGone ? (
        <NoSuchDocument />
      ) : (
        <AnswerMissing
          status={status === 'unreachable' ? 'unreachable' : 'failed'}
          busy={busy}
          isGone={false}
          failed="The document could not be fetched"
          unreachable={`The document shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      )}
    </Screen>
  );
}

interface DocumentScreenProps {
  type: string;
  token: string;
  api?: ApiClient;
}

/** `/invoice/{type}/{token}`: a receipt, an invoice or a credit note, to print and to save. */
export function DocumentScreen({ type, token, api = apiClient }: DocumentScreenProps) {
  if (v.is(DocumentType, type) && v.is(DocumentToken, token))
    return <Loaded key={`${type} ${token}`} api={api} type={type} token={token} />;
  return (
    <Screen title="Document">
      <NoSuchDocument />
    </Screen>
  );
}
