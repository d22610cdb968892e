import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { product } from '#contract/kit/product.ts';
import { TextPage, TextSection } from './text-page.tsx';

/** `/privacy-policy`: what the program does, so it changes when the program does. */
export function PrivacyPolicyScreen() {
  return (
    <TextPage
      title="Privacy Policy"
      summary="What is kept about children and staff, who can see it, and what never happens with it."
    >
      <TextSection title="In short">
        <ul>
          <li>
            Children are private by default. Only the school can change that, one clear question at a time.
          </li>
          <li>Each school’s data is kept apart. No other school can see any of it.</li>
          <li>There is no advertising, no tracking and no profile of anybody.</li>
          <li>Your browser talks to this address alone. No page here loads anything from anyone else.</li>
        </ul>
      </TextSection>
      <TextSection title="What is kept">
        <ul>
          <li>
            <b>About a child:</b> first and last name, class, a username and password that the system made, an
            animal as a picture, the privacy setting, the number of books, and the days of joining and of the
            last sign-in.
          </li>
          <li>
            <b>About a teacher or administrator:</b> name, e-mail address, country where it was given, and
            role.
          </li>
          <li>
            <b>About what was done:</b> who changed what and when, so that a mistake can be found and put
            right.
          </li>
        </ul>
      </TextSection>
      <TextSection title="Who can see it">
        <p>
          A teacher sees the children of the classes that were given to that teacher. Those who look after the
          whole school see all of its classes. What a child makes may be seen as widely as the privacy setting
          says: private, community or public.
        </p>
      </TextSection>
      <TextSection title="Passwords">
        <p>
          The passwords of staff are stored in a form that cannot be turned back. The simple passwords made
          for children are kept encrypted, because schools have to be able to hand them out again.
        </p>
      </TextSection>
      <TextSection title="On your device">
        <p>
          So that {product.name} works without a network, the classes that you may see are kept on the device
          while you are signed in. Signing out deletes them. Changes that could not be sent yet stay on the
          device, encrypted, until you sign in there again.
        </p>
        <p>
          One cookie is set, <code>{product.slug}_browser</code>. It only says that the browser has not been
          closed since you signed in, it is the same for everybody, and it ends with the browser.
        </p>
      </TextSection>
      <TextSection title="Your rights">
        <p>
          You can ask your school what is kept about you or your child, have it corrected, receive a copy or
          have it deleted. The school decides about its data and answers you;{' '}
          <Link to={paths.contact()}>Contact Us</Link> has its address.
        </p>
      </TextSection>
    </TextPage>
  );
}
