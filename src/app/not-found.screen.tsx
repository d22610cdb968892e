import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { LostPageIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { MessageScreen } from '#src/ui/message-screen.tsx';

export function NotFoundScreen() {
  return (
    <MessageScreen
      picture={<LostPageIllustration />}
      title="This page is not on our shelf"
      text="The address may be misspelt, or the page was moved. Everything else is still where it was."
      action={
        <Button component={Link} to={paths.home()} size="md">
          Back to the start
        </Button>
      }
    />
  );
}
