import { Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import type { OwnDetails } from '#contract/orders/orders.schema.ts';
import { useWayHere } from '#src/ui/way-back.ts';
import styles from './orders.module.css';

/** Certificates of the gifts of an order, for its buyer, whose name is on them. */
export function CertificateLinks({ certificates }: Pick<OwnDetails, 'certificates'>) {
  const here = useWayHere('Your order');
  if (certificates.length === 0) return null;
  return (
    <ul className={styles.documents}>
      {certificates.map(({ public_id, cause, is_withdrawn }) => (
        <li key={public_id}>
          <Link to={paths.certificate({ publicId: public_id })} state={here} className={styles.inText}>
            Certificate for your gift to <bdi>{cause}</bdi>
          </Link>
          {is_withdrawn && (
            <Text span c="dimmed">
              {' '}
              (withdrawn)
            </Text>
          )}
        </li>
      ))}
    </ul>
  );
}
