import { Link } from 'react-router-dom';
import type { MoneyCertificate, ShownCertificate } from '#contract/certificates/certificates.schema.ts';
import { moneyText } from '#contract/kit/money.ts';
import { paths } from '#contract/kit/paths.ts';
import { counted } from '#src/lib/counted.ts';
import { CardSection } from '#src/ui/card-section.tsx';
import { giverText } from './certificate.words.ts';
import styles from './certificates.module.css';

function MoneyFacts({ kind, sums, cause }: MoneyCertificate) {
  return (
    <>
      <dt>{kind === 'giving' ? 'Gave' : 'Raised'}</dt>
      <dd>
        {sums.map(({ currency, raised, copies }) => (
          <div key={currency}>
            {moneyText({ amount: raised, currency })}
            {kind === 'raised' && `, with ${counted(copies, 'copy', 'copies')}`}
          </div>
        ))}
      </dd>
      <dt>For</dt>
      <dd dir="auto">
        <Link to={paths.causes({ place: cause.slug })}>{cause.name}</Link>
      </dd>
    </>
  );
}

/** What a certificate says, as text: on a phone its drawing is small. */
export function CertificateFacts({ certificate }: { certificate: ShownCertificate }) {
  const { kind, title, public_id } = certificate;
  return (
    <CardSection title="What it says">
      <dl className={styles.facts}>
        <dt>Name</dt>
        <dd dir="auto">{giverText(certificate)}</dd>
        {title !== null && (
          <>
            <dt>{kind === 'challenge' ? 'Work' : 'Book'}</dt>
            <dd dir="auto">{title}</dd>
          </>
        )}
        {'about' in certificate ? (
          <>
            <dt>{kind === 'course' ? 'Course' : 'Challenge'}</dt>
            <dd dir="auto">{certificate.about}</dd>
          </>
        ) : (
          <MoneyFacts {...certificate} />
        )}
        <dt>Number</dt>
        <dd>{public_id}</dd>
      </dl>
    </CardSection>
  );
}
