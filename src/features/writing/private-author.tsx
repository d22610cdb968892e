import { Alert, Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { privateAuthorWords } from '#contract/works/author-words.rules.ts';
import type { Work } from '#contract/works/works.schema.ts';
import { authorOf } from './review-words.ts';

/** Published or not, others find no work of a private child. */
export function PrivateAuthor({ work, href }: { work: Work; href: string | null }) {
  const name = authorOf(work);
  return (
    <Alert color="orange" title={`${privateAuthorWords(name)}.`}>
      {href === null ? (
        'The privacy of a student is changed in the class list.'
      ) : (
        <Button component={Link} to={href} variant="default">
          Change the privacy of {name}
        </Button>
      )}
    </Alert>
  );
}
