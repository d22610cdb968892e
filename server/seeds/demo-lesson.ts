import { uuidv7 } from 'uuidv7';
import type { ContentBlock } from '#contract/content/blocks.schema.ts';
import type { ContentHead } from '#contract/content/content.schema.ts';
import { insertPage, insertVersion } from '#server/modules/content/content.repository.ts';
import { foundBy, shippedLanguage } from '#server/modules/content/put-texts.ts';
import { inTenant } from '#server/platform/database.ts';
import type { FactoryContext, MadeTenant } from './factories.ts';

const day = 24 * 60 * 60 * 1000;

/** Next week, at three in the afternoon. */
function nextWeek(now: Date): string {
  const then = new Date(now.getTime() + 7 * day);
  then.setUTCHours(15, 0, 0, 0);
  return then.toISOString();
}

const blocks: ContentBlock[] = [
  {
    id: 'before',
    for: 'everyone',
    kind: 'text',
    document: {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Before the lesson' }] },
        {
          type: 'paragraph',
          content: [{ type: 'text', text: 'Each child writes one question to somebody who makes books.' }],
        },
      ],
    },
  },
];

/** A live lesson that is to come. It says that it is one of the demo: nobody meets there. */
export async function seedLesson(context: FactoryContext, platform: MadeTenant): Promise<void> {
  const now = new Date();
  const head: ContentHead = {
    kind: 'event',
    title: 'Demo: Ask an author',
    summary: 'A lesson to try out how live lessons look. Nobody meets there.',
    for: 'everyone',
    goals: [4],
    ages: [],
    starts_at: nextWeek(now),
    time_zone: 'Europe/Berlin',
    minutes: 40,
    all_day: false,
    called_off: false,
    online: true,
  };
  const page = { tenant_id: platform.id, id: uuidv7() };
  await inTenant(context.database, platform.id, async (transaction) => {
    await insertPage(transaction, {
      ...page,
      kind: 'event',
      slug: 'demo-ask-an-author',
      parent_id: null,
      place: null,
      shared: true,
      created_at: now,
    });
    await insertVersion(transaction, {
      tenant_id: platform.id,
      page_id: page.id,
      language: shippedLanguage,
      n: 1,
      shared: true,
      head: JSON.stringify(head),
      blocks: JSON.stringify(blocks),
      words: foundBy(head, blocks),
      made_by: null,
      made_at: now,
      live_from: now,
      shipped: null,
    });
  });
}
