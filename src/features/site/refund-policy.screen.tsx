import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { TextPage, TextSection } from './text-page.tsx';

/** `/refund-policy` */
export function RefundPolicyScreen() {
  return (
    <TextPage
      title="Refund Policy"
      summary="Nothing can be bought on this site at present, so no money changes hands here."
    >
      <TextSection title="Today">
        <p>
          There is no paid plan on these pages, and a cart keeps what you chose without selling it. Nobody
          will ask you for a card number or a bank account here. If a page that looks like this one does,
          please do not enter anything and tell your school.
        </p>
      </TextSection>
      <TextSection title="If you paid somewhere else">
        <p>
          A school may have its own agreement with those who run this service. Questions about such a payment
          go to the person who made the agreement, at the school or at its organization.
        </p>
      </TextSection>
      <TextSection title="Before anything is ever sold">
        <p>
          This page will then say what can be returned, for how long and how the money comes back, before the
          first sale is made. Until it does, no sale is valid.
        </p>
      </TextSection>
      <TextSection title="Questions">
        <p>
          <Link to={paths.contact()}>Contact Us</Link> has the address to write to.
        </p>
      </TextSection>
    </TextPage>
  );
}
