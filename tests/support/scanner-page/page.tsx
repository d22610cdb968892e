/// <reference types="vite/client" />
import '#src/ui/mantine-styles.ts';
import '@fontsource-variable/atkinson-hyperlegible-next/wght.css';
import '#src/ui/global.css';
import { MantineProvider } from '@mantine/core';
import { lazy, StrictMode, Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { defaultColors } from '#contract/tenants/tenants.schema.ts';
import { lookOf } from '#src/ui/theme.ts';

const QrScanner = lazy(async () => ({
  default: (await import('#src/features/scanner/qr-scanner.tsx')).QrScanner,
}));
const { theme, cssVariablesResolver } = lookOf(defaultColors);

/** The scanner and nothing else; whoever uses it is the buttons and the list above. */
function ScannerPage() {
  const [isOpen, setOpen] = useState(false);
  const [reads, setReads] = useState<string[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  return (
    <main style={{ maxWidth: 448, margin: '0 auto', padding: '8px 16px' }}>
      <h1>Scanner</h1>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Close' : 'Open'}
      </button>
      <button type="button" onClick={() => setRefusal('Invalid QR code format.')}>
        Refuse
      </button>
      <button type="button" onClick={() => setRefusal(null)}>
        Take back
      </button>
      <ol aria-label="Read" style={{ overflowWrap: 'anywhere' }}>
        {reads.map((text, place) => (
          <li key={place}>{text}</li>
        ))}
      </ol>
      {isOpen && (
        <Suspense fallback={null}>
          <QrScanner
            onRead={(text) => setReads((earlier) => [...earlier, text])}
            onCancel={() => setOpen(false)}
            refusal={refusal}
          />
        </Suspense>
      )}
    </main>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      deduplicateCssVariables={false}
    >
      <ScannerPage />
    </MantineProvider>
  </StrictMode>,
);
