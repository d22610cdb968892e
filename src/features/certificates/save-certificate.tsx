import { Button, Group, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import type { ShownCertificate } from '#contract/certificates/certificates.schema.ts';
import { whyNoFile } from '#src/session/why-no-file.ts';
import { useFileSaving } from '#src/ui/use-file-saving.ts';
import styles from './certificates.module.css';

type FileType = 'pdf' | 'png';

interface SaveCertificateProps {
  certificate: ShownCertificate;
  link: string;
}

/** Makes files of a certificate on the device, or prints it. */
export function SaveCertificate({ certificate, link }: SaveCertificateProps) {
  const { state, save } = useFileSaving<FileType>(whyNoFile);
  const saveAs = (type: FileType) =>
    save(type, async () => {
      const { certificateFile } = await import(/* part: aside */ './certificate-files.ts');
      const file = await certificateFile(certificate, { link, type });
      return { ...file, name: `certificate-${certificate.public_id.slice(0, 6)}.${type}` };
    });
  const busy = state.step === 'busy' ? state.type : null;
  const icon = <IconDownload size={20} stroke={1.75} aria-hidden />;
  return (
    <div className={styles.controls}>
      <Group gap="sm">
        <Button size="md" loading={busy === 'pdf'} leftSection={icon} onClick={() => void saveAs('pdf')}>
          Save as PDF
        </Button>
        <Button
          size="md"
          variant="default"
          loading={busy === 'png'}
          leftSection={icon}
          onClick={() => void saveAs('png')}
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
