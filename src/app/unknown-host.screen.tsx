import { Button } from '@mantine/core';
import { product } from '#contract/kit/product.ts';
import { tenantProblems } from '#contract/tenants/tenants.problems.ts';
import { siteAt } from '#src/lib/site-at.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { BookShelf } from '#src/features/site/book-shelf.tsx';
import { LostPageIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { MessageScreen } from '#src/ui/message-screen.tsx';
import styles from './unknown-host.module.css';

/** Nobody's address: no shell, because there is no school whose name it could carry. */
export function UnknownHostScreen() {
  const platform = useSessionStore(({ refusal }) => refusal?.details?.['platform_host']);
  return (
    <main className={styles.nobodys}>
      <MessageScreen
        picture={<LostPageIllustration />}
        title={tenantProblems.unknown_host.error}
        text={`You are at ${window.location.host}. Please check the address with your school.`}
        action={
          typeof platform === 'string' && (
            <Button component="a" href={siteAt(platform, window.location)} size="md">
              Go to {product.name}
            </Button>
          )
        }
      />
      <div className={styles.shelf}>
        <BookShelf />
      </div>
    </main>
  );
}
