import { useState, type ReactNode } from 'react';
import { invalidCard, readLoginCard } from '#src/lib/login-card.ts';
import { clearToasts } from './toast.ts';
import { useSignIn, type SigningIn } from './use-sign-in.ts';

/** What draws the camera and its fallbacks, and hands on the text of a code. */
export interface QrScannerProps {
  onRead: (text: string) => void;
  onCancel: () => void;
  /** Why what was read is no way in; null as long as nothing was. */
  refusal: string | null;
  /** Nobody asked for it: it opened because the child before had a card, or because the tablet stands there for cards. */
  isUnasked?: boolean;
  /** The words beside it, on a page that has other ways in. */
  beside?: ReactNode;
}

/** Signs in whoever holds up a card. */
export function useCardSignIn(signingIn: SigningIn) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const { attempt, callOff } = useSignIn(signingIn);

  async function readCard(text: string): Promise<void> {
    // A card that is held up goes on being read while its child is let in.
    if (signingIn.isSigningIn) return;
    const card = readLoginCard(text);
    void clearToasts();
    setRefusal(card ? null : invalidCard);
    if (!card) return;
    const refused = await attempt({ ...card, remember: false }, 'card');
    if (refused) setRefusal(refused.text);
  }

  return {
    refusal,
    readCard,
    /** Forgets the card that was read last. */
    putAway: () => {
      callOff();
      setRefusal(null);
    },
  };
}
