import * as v from 'valibot';
import { isLinkTarget } from './content.rules.ts';

/** Where an event is joined. It is no part of a page: the staff get it one by one, while the event can be joined. */
export const JoinLink = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(1000, 'The link must not exceed 1000 characters'),
  v.check(
    (link) => link.startsWith('https://') && isLinkTarget(link),
    'Paste the whole link. It begins with https://',
  ),
);

/** Null takes the link away. */
export const JoinLinkForm = v.object({ link: v.nullable(JoinLink) });

/** What editors see of the link: the host that it leads to; null where there is none. */
export const JoinLinkKept = v.object({ join_host: v.nullable(v.string()) });

/** The join link, answered to school staff once. */
export const JoinAddress = v.object({ link: v.string() });
