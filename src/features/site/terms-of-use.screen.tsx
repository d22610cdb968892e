import { product } from '#contract/kit/product.ts';
import { TextPage, TextSection } from './text-page.tsx';

/** `/terms-of-use`, with the disclaimer that the footer links to. */
export function TermsOfUseScreen() {
  return (
    <TextPage
      title="Terms of Use"
      summary={`The rules for using ${product.name}, in words that fit on one page.`}
    >
      <TextSection title="Who this is for">
        <p>
          {product.name} is for schools: for the children in their classes, for their teachers and for the
          school office. Accounts are made by the school. If you were not given one, there is nothing here
          that you need to sign in for.
        </p>
      </TextSection>
      <TextSection title="Your account">
        <ul>
          <li>Sign in as yourself and keep your password to yourself.</li>
          <li>
            Sign out when you hand a shared tablet on. Changes that were not sent yet stay safe until you
            return.
          </li>
          <li>If you think that somebody else knows your password, tell your school at once.</li>
        </ul>
      </TextSection>
      <TextSection title="What children make">
        <p>
          A book or a story belongs to the child who made it. The school may show it to others only as far as
          the privacy setting of the child allows. Nobody here trains software with it or puts advertising
          beside it.
        </p>
      </TextSection>
      <TextSection title="What is sold">
        <p>
          A school can sell books and stories of its children, digital or printed, where the guardian said
          yes. You have to be 18 or older to buy. Before you pay, the page says what it costs and who gets
          what. The price that you saw is the price that you pay. A digital book is for you and your family.
        </p>
      </TextSection>
      <TextSection title="What is not allowed">
        <ul>
          <li>Looking at, copying or passing on what was not meant for you.</li>
          <li>Using a child’s name, picture or work for anything but school.</li>
          <li>Hurtful, hateful or unlawful content.</li>
          <li>Getting around the limits of the service, or keeping others from using it.</li>
        </ul>
        <p>A school may close the account of somebody who does this. The work of a child is kept.</p>
      </TextSection>
      <TextSection title="The school’s part">
        <p>
          The school decides who gets an account, who is in which class and what may be seen by whom. It is
          the first to ask when something about your account or your child is wrong.
        </p>
      </TextSection>
      <TextSection title="Disclaimer" id="disclaimer">
        <p>
          {product.name} is provided as it is. It is built so that a change shown as saved is not lost, and
          that everything on a device is sent once the school can be reached again. Even so, a device can
          break, be lost or be wiped before that, and nobody can promise that a service never fails. Keep a
          copy of what you cannot do without.
        </p>
        <p>
          What children write are their own words. They are not advice, and they are not the opinion of the
          school or of those who run this service. Links that lead elsewhere lead to pages that others answer
          for.
        </p>
        <p>None of this takes away rights that the law gives you.</p>
      </TextSection>
      <TextSection title="Changes">
        <p>
          When these terms change, this page changes with them, and the school tells those who have an
          account.
        </p>
      </TextSection>
    </TextPage>
  );
}
