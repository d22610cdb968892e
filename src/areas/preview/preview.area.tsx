import '#src/ui/classroom-styles.ts';
import { useLocation } from 'react-router-dom';
import { PreviewScreen } from '#src/features/content/preview.screen.tsx';
import { tokenInHash } from '#src/session/link-token.ts';
import { previewSlots } from './preview-slots.tsx';

/** `/preview#token=…`: a page before it is live, for anyone who was given the link. No device keeps it. */
export function PreviewArea() {
  const { hash } = useLocation();
  // It stays in the address, so that the page can be opened again after a reload.
  const token = tokenInHash(hash);
  return <PreviewScreen key={token} token={token} slots={previewSlots} />;
}
