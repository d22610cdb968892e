import { Anchor } from '@mantine/core';
import { usePlaceName, useTenant } from '#src/session/use-session.ts';
import { TextPage, TextSection } from './text-page.tsx';

/** `/contact`: whom to write to about what. */
export function ContactScreen() {
  const { tenant } = useTenant();
  const name = usePlaceName();
  const email = tenant?.school_email ?? null;
  const isSchool = tenant !== null && !tenant.is_platform;
  return (
    <TextPage
      title="Contact Us"
      summary={
        isSchool
          ? `The people at ${name} know you and your classes. Write to them first.`
          : `How to reach the people who run ${name}.`
      }
    >
      <TextSection title={name}>
        {email === null ? (
          <p>No e-mail address was given here. Please ask in person.</p>
        ) : (
          <p>
            <Anchor href={`mailto:${email}`} inherit>
              {email}
            </Anchor>
          </p>
        )}
      </TextSection>
      <TextSection title="What to write about">
        <ul>
          {isSchool && <li>You forgot your password, or you need an account.</li>}
          {isSchool && <li>A child is in the wrong class, or a name is misspelt.</li>}
          {isSchool && <li>You want to know, correct or delete what is kept about you or your child.</li>}
          <li>Something does not work. It helps to say what you did, what you saw, and on which device.</li>
          <li>
            You saw something that may harm a child. Please call the school as well, do not wait for an
            answer.
          </li>
        </ul>
        <p>Please never put a password into a message.</p>
      </TextSection>
    </TextPage>
  );
}
