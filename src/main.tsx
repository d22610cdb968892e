import './ui/mantine-styles.ts';
import '@fontsource-variable/atkinson-hyperlegible-next/wght.css';
import './ui/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { fetchPageAt } from './app/pages.tsx';
import { reloadForMissingCode } from './app/reload-for-code.ts';
import { onCodeStaysMissing } from './session/late-code.ts';
import { holdVisitToken } from './session/held-visit.ts';
import { holdInstallPrompt } from './session/install-prompt.ts';
import { fetchReplica } from './session/replica.provider.tsx';
import { startSession } from './session/use-session.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

holdVisitToken();
holdInstallPrompt();
onCodeStaysMissing(reloadForMissingCode);
startSession();
fetchPageAt(window.location.pathname);
fetchReplica();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
// Installing for later must not compete with what is needed now.
async function install(): Promise<void> {
  const { watchForUpdates } = await import('./app/updates/app-updates.ts');
  await watchForUpdates();
}
// Where the browser refuses, the app still works as long as there is a network.
if (import.meta.env.PROD) window.addEventListener('load', () => void install().catch(() => undefined));
