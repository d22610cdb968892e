import { uuidv7 } from 'uuidv7';
import { documentOfMessage } from '#contract/works/message.rules.ts';
import { inTenant } from '#server/platform/database.ts';
import { makeDrawing, makeWorks, type FactoryContext, type MadeTenant } from './factories.ts';

/** A sky, the ground, and what stands there. */
const scene = (ground: string, things: string) => ({
  svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300"><rect width="400" height="300" fill="#cfe8f7"/><rect y="210" width="400" height="90" fill="${ground}"/>${things}</svg>`,
  width: 400,
  height: 300,
});

interface DemoMessage {
  words: string;
  by: string;
  goal: number;
  alt: string;
  drawing: ReturnType<typeof scene>;
}

/** Written for the demo, and marked so: no child said this. */
const messages: readonly DemoMessage[] = [
  {
    words:
      'Dear World, there is a river behind our school. It has plastic in it. I wish we could see the stones again. I take one bag along on each walk.',
    by: 'Mila (Demo)',
    goal: 6,
    alt: 'A blue river with grey stones',
    drawing: scene(
      '#7fae6b',
      '<path d="M0 260 Q120 200 200 255 T400 235 V300 H0Z" fill="#3f7fc1"/><circle cx="120" cy="270" r="16" fill="#8a8f98"/><circle cx="270" cy="275" r="22" fill="#757b85"/>',
    ),
  },
  {
    words: 'Dear World, trees are slow. Please wait for them. I planted a pip from my apple and I water it.',
    by: 'Ben (Demo)',
    goal: 15,
    alt: 'A tree with red apples',
    drawing: scene(
      '#8fbf62',
      '<rect x="185" y="130" width="30" height="100" fill="#7a4f2b"/><circle cx="200" cy="110" r="70" fill="#3e8e4d"/><circle cx="175" cy="100" r="10" fill="#d33"/><circle cx="225" cy="125" r="10" fill="#d33"/>',
    ),
  },
  {
    words:
      'Dear World, my cousin lives far away and we write letters. I wish that every child can read. I read to my little brother in the evening.',
    by: 'Ada (Demo)',
    goal: 4,
    alt: 'An open book',
    drawing: scene(
      '#e7d3a8',
      '<path d="M200 120 Q130 90 70 120 V230 Q130 200 200 230 Q270 200 330 230 V120 Q270 90 200 120Z" fill="#fff" stroke="#333" stroke-width="4"/><path d="M200 120 V230" stroke="#333" stroke-width="4"/>',
    ),
  },
  {
    words:
      'Dear World, at lunch nobody should sit alone. I look who is alone and then I ask: Do you want to play?',
    by: 'Noor (Demo)',
    goal: 10,
    alt: 'Two children side by side',
    drawing: scene(
      '#c9b38c',
      '<circle cx="150" cy="120" r="30" fill="#b97a4b"/><rect x="120" y="150" width="60" height="80" rx="16" fill="#d7568a"/><circle cx="250" cy="120" r="30" fill="#e3b78f"/><rect x="220" y="150" width="60" height="80" rx="16" fill="#3b78b5"/>',
    ),
  },
  {
    words:
      'Dear World, we mended my torn jacket with a green patch. Now it is the best one. Mend things before you buy new ones!',
    by: 'Tom (Demo)',
    goal: 12,
    alt: 'A yellow jacket with a green patch',
    drawing: scene(
      '#d8cfc0',
      '<path d="M120 90 L200 70 L280 90 L310 210 H90Z" fill="#e8b93a"/><rect x="170" y="140" width="46" height="46" fill="#3e8e4d" stroke="#fff" stroke-width="4" stroke-dasharray="8 6"/>',
    ),
  },
  {
    words:
      'Dear World, the sea is warm now and the crabs move away. I wish that it stays cool. We go to school on foot.',
    by: 'Lina (Demo)',
    goal: 13,
    alt: 'A red crab at the sea',
    drawing: scene(
      '#2f7fb3',
      '<ellipse cx="200" cy="225" rx="60" ry="32" fill="#d8452f"/><circle cx="180" cy="190" r="8" fill="#222"/><circle cx="220" cy="190" r="8" fill="#222"/><path d="M140 220 L100 180 M260 220 L300 180" stroke="#d8452f" stroke-width="12"/>',
    ),
  },
];

/** Six messages on the shelf of two schools, all of them in this year's edition. */
export async function seedMessages(
  context: FactoryContext,
  platformId: string,
  schools: readonly [MadeTenant, MadeTenant],
): Promise<void> {
  const now = new Date();
  for (const [place, { words, by, goal, alt, drawing }] of messages.entries()) {
    const school = schools[place % 2] ?? schools[0];
    const sha256 = await makeDrawing(context, school, drawing);
    const document = documentOfMessage({ text: words, drawing: { sha256, alt } });
    const [work] = await makeWorks(context, school, [
      {
        kind: 'message',
        title: '',
        author_id: null,
        pen_name: by,
        sdgs: [goal],
        visibility: 'public',
        chapters: [{ id: uuidv7(), title: '', document }],
        created_at: now,
      },
    ]);
    if (!work) throw new Error('A message was not made');
    await inTenant(context.database, platformId, (transaction) =>
      transaction
        .insertInto('message_picks')
        .values({
          tenant_id: platformId,
          school_id: school.id,
          work_id: work.id,
          year: now.getUTCFullYear(),
          picked_at: new Date(now.getTime() + place),
        })
        .execute(),
    );
  }
}
