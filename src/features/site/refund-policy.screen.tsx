import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { TextPage, TextSection } from './text-page.tsx';

/** `/refund-policy` */
export function RefundPolicyScreen() {
  return (
    <TextPage
      title="Refund Policy"
      summary="What you can give back, for how long, and how the money comes back."
    >
      <TextSection title="What you can give back">
        <ul>
          <li>A digital book or story: for 14 days, as long as you have not downloaded it.</li>
          <li>A printed book: until the school has made it. With the last one comes what sending it cost.</li>
          <li>A gift to a cause: for 24 hours.</li>
        </ul>
        <p>Your order’s page says how far it is. Its address is in the e-mail about your order.</p>
      </TextSection>
      <TextSection title="When the money comes back by itself">
        <ul>
          <li>A printed book cannot be made.</li>
          <li>A book is taken off the shelf before you could have it.</li>
          <li>
            A digital book is taken off the shelf later: when you ask for it in the 60 days after you paid.
          </li>
          <li>An order was paid twice.</li>
        </ul>
      </TextSection>
      <TextSection title="How it comes back">
        <p>
          The way it was paid, and all of it: also what was meant for the cause, the school and the tax. It
          can take some days until your bank shows it.
        </p>
      </TextSection>
      <TextSection title="Practice">
        <p>Where a page says “Practice: no real money is taken”, nothing is paid and nothing comes back.</p>
      </TextSection>
      <TextSection title="Questions">
        <p>
          <Link to={paths.contact()}>Contact Us</Link> has the address to write to.
        </p>
      </TextSection>
    </TextPage>
  );
}
