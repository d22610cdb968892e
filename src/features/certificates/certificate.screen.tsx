import { Alert, Button, Skeleton } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import * as v from 'valibot';
import { CertificateId, type ShownCertificate } from '#contract/certificates/certificates.schema.ts';
import { paths } from '#contract/kit/paths.ts';
import { writtenDay } from '#contract/kit/day.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ChildEar } from '#src/ui/child-ear.tsx';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { KeptNote } from '#src/ui/kept-note.tsx';
import { NothingFoundIllustration, SpilledInkIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { PracticeBand } from '#src/ui/practice-band.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { CertificateFacts } from './certificate-facts.tsx';
import { spokenCertificate } from './certificate-drawing.ts';
import { CertificateSheet } from './certificate-sheet.tsx';
import { certificateTitles } from './certificate.words.ts';
import { SaveCertificate } from './save-certificate.tsx';
import { useCertificate } from './use-certificate.ts';
import { WithdrawDialog } from './withdraw.dialog.tsx';
import styles from './certificates.module.css';

interface CertificateScreenProps {
  publicId: string;
  /** Whether the one who looks may withdraw such a certificate. */
  mayWithdraw: (certificate: ShownCertificate) => boolean;
  /** The way back; none for a stranger who was given the address. */
  breadcrumb?: ReactNode;
  api?: ApiClient;
}

function NoSuchCertificate() {
  return (
    <EmptyState
      role="alert"
      picture={<NothingFoundIllustration />}
      title="There is no such certificate"
      text="Its address may not be complete. If you typed it, please compare it letter by letter."
      action={
        <Button component={Link} to={paths.home()} variant="default">
          Go to the start
        </Button>
      }
    />
  );
}

function Withdrawn({ on }: { on: string }) {
  return (
    <EmptyState
      role="alert"
      picture={<SpilledInkIllustration />}
      title="This certificate was withdrawn"
      text={`It is not valid since ${writtenDay(on)}.`}
    />
  );
}

function Valid({
  certificate,
  mayWithdraw,
  api,
  reload,
}: Pick<CertificateScreenProps, 'mayWithdraw'> & {
  certificate: ShownCertificate;
  api: ApiClient;
  reload: () => void;
}) {
  const { public_id, school, issued_on } = certificate;
  const [isAsking, setAsking] = useState(false);
  const link = `${window.location.origin}${paths.certificate({ publicId: public_id })}`;
  return (
    <div className={styles.page}>
      <div className={styles.controls}>
        <PracticeBand is_test={'is_test' in certificate && certificate.is_test} />
        <Alert role="status" color="green" variant="light" icon={<IconCircleCheck aria-hidden />}>
          This certificate is valid. <bdi>{school}</bdi> issued it on {writtenDay(issued_on)}.
        </Alert>
        <ChildEar words={spokenCertificate(certificate)} />
      </div>
      <CertificateSheet certificate={certificate} link={link} />
      <SaveCertificate certificate={certificate} link={link} />
      <div className={styles.controls}>
        <CertificateFacts certificate={certificate} />
        {mayWithdraw(certificate) && (
          <div>
            <Button variant="subtle" color="red" size="md" onClick={() => setAsking(true)}>
              Withdraw…
            </Button>
            <WithdrawDialog
              opened={isAsking}
              publicId={public_id}
              api={api}
              onDone={reload}
              onClose={() => setAsking(false)}
            />
          </div>
        )}
      </div>
    </div>
  );
}

function Checked({ publicId, mayWithdraw, breadcrumb, api }: CertificateScreenProps & { api: ApiClient }) {
  const { value, status, busy, isGone, reload, as_of } = useCertificate(api, publicId);
  const title = value && 'kind' in value ? certificateTitles[value.kind] : 'Certificate';
  return (
    <Screen title={title} breadcrumb={breadcrumb}>
      <meta name="robots" content="noindex" />
      {as_of !== null && <KeptNote asOf={as_of} onRetry={reload} busy={busy} />}
      {value === null && isGone ? (
        <NoSuchCertificate />
      ) : value !== null && 'withdrawn_at' in value ? (
        <Withdrawn on={value.withdrawn_at} />
      ) : value !== null ? (
        <Valid certificate={value} mayWithdraw={mayWithdraw} api={api} reload={reload} />
      ) : status === 'loading' ? (
        <Skeleton height={420} role="status" aria-label="Loading" />
      ) : (
        <AnswerMissing
          status={status === 'unreachable' ? 'unreachable' : 'failed'}
          busy={busy}
          isGone={false}
          failed="The certificate could not be fetched"
          unreachable={`Whether it is valid shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      )}
    </Screen>
  );
}

/** `/certificates/{id}`: whether a certificate is valid, to print and to save. */
export function CertificateScreen({ api = apiClient, ...props }: CertificateScreenProps) {
  if (v.is(CertificateId, props.publicId)) return <Checked key={props.publicId} {...props} api={api} />;
  return (
    <Screen title="Certificate" breadcrumb={props.breadcrumb}>
      <NoSuchCertificate />
    </Screen>
  );
}
