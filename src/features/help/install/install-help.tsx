import { Button, Text } from '@mantine/core';
import { IconDeviceMobilePlus } from '@tabler/icons-react';
import { useState } from 'react';
import { askToInstall } from '#src/session/install-prompt.ts';
import { installWords } from './install-way.ts';
import styles from './install.module.css';
import { useInstallWay } from './use-install-way.ts';

/** Puts the app on the home screen, or says how that is done in this very browser. */
export function InstallHelp() {
  const way = useInstallWay();
  const [isAccepted, setAccepted] = useState(false);
  const { text, steps } = installWords(way);

  async function ask() {
    if ((await askToInstall()) === 'accepted') setAccepted(true);
  }

  return (
    <section aria-label="On this device" className={styles.help}>
      <Text fw={600}>On this device</Text>
      <Text role="status">
        {isAccepted ? 'It is being put there. From now on, open it from there.' : text}
      </Text>
      {steps.length > 0 && (
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {way === 'ask' && (
        <Button
          mt="sm"
          leftSection={<IconDeviceMobilePlus size={20} stroke={1.75} aria-hidden />}
          onClick={() => void ask()}
        >
          Install the app
        </Button>
      )}
    </section>
  );
}
