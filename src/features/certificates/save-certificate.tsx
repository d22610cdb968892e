import { Button, Group, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import type { ShownCertificate } from '#contract/certificates/certificates.schema.ts';
import { cannotBeReached } from '#src/lib/reach-words.ts';
import { isMissingCode } from '#src/session/late-code.ts';
import { report } from '#src/session/report.ts';
import { saveFile } from '#src/ui/save-file.ts';
import styles from './certificates.module.css';

type Saving =
  | { step: 'idle' | 'pdf' | 'png' }
  | { step: 'saved'; name: string; hasBoxes: boolean }
  | { step: 'failed'; why: string };

interface SaveCertificateProps {
  certificate: ShownCertificate;
  link: string;
}

/** Makes files of a certificate on the device, or prints it. */
export function SaveCertificate({ certificate, link }: SaveCertificateProps) {
  const [state, setState] = useState<Saving>({ step: 'idle' });
  async function save(type: 'pdf' | 'png'): Promise<void> {
    setState({ step: type });
    try {
      const { certificateFile } = await import('./certificate-files.ts');
      const { blob, hasBoxes } = await certificateFile(certificate, { link, type });
      const name = `certificate-${certificate.public_id.slice(0, 6)}.${type}`;
      saveFile(blob, name);
      setState({ step: 'saved', name, hasBoxes });
    } catch (error) {
      const isMissing = isMissingCode(error);
      if (!isMissing) report(error);
      const why = isMissing
        ? `${cannotBeReached} Please try again later, or print it.`
        : 'The file could not be made. Please try again, or print it.';
      setState({ step: 'failed', why });
    }
  }
  const icon = <IconDownload size={20} stroke={1.75} aria-hidden />;
  return (
    <div className={styles.controls}>
      <Group gap="sm">
        <Button size="md" loading={state.step === 'pdf'} leftSection={icon} onClick={() => void save('pdf')}>
          Save as PDF
        </Button>
        <Button
          size="md"
          variant="default"
          loading={state.step === 'png'}
          leftSection={icon}
          onClick={() => void save('png')}
        >
          Save as picture
        </Button>
        <Button
          size="md"
          variant="default"
          leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden />}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </Group>
      {state.step === 'saved' && <Text role="status">Saved: {state.name}</Text>}
      {state.step === 'saved' && state.hasBoxes && (
        <Text role="alert">
          This device has no signs for some letters, so they are boxes in the file. Save it on another device.
        </Text>
      )}
      {state.step === 'failed' && <Text role="alert">{state.why}</Text>}
    </div>
  );
}
