import { Text } from '@mantine/core';
import type { Proof } from '#contract/causes/payouts.schema.ts';
import styles from './causes.module.css';

/** What shows that money arrived: a picture, or a PDF to keep. `of`: which payout, for those who hear a list of links. */
export function ProofLink({ proof, note, of }: { proof: Proof; note: string; of: string }) {
  return (
    <>
      {note !== '' && <p dir="auto">{note}</p>}
      {proof.kind === 'picture' ? (
        <a href={proof.url} target="_blank" rel="noreferrer" className={styles.proof}>
          <img
            src={proof.url}
            alt={note === '' ? `Proof: ${of}` : note}
            className={styles.picture}
            loading="lazy"
          />
        </a>
      ) : (
        <Text>
          <a href={proof.url} download="proof.pdf" aria-label={`Proof (PDF): ${of}`}>
            Proof (PDF)
          </a>
        </Text>
      )}
    </>
  );
}
