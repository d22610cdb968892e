import { animalOf } from '#contract/kit/avatar-names.ts';
import type { NewLoginCard } from '#contract/cards/cards.schema.ts';
import { codeOf, quietModules } from './card-code.ts';
import { paintAnimal } from '#src/ui/pictures/paint-animal.ts';
import { drawLine, loadFontsFor, newCanvas } from '#src/ui/text-picture.ts';

/** Specification, section 9. Pixels. */
const size = { width: 500, height: 150 };
const animalSize = 58;

/** One student's card as a picture. @throws MissingCredentials */
export async function studentCardPicture(
  card: NewLoginCard,
  { className, classCode, address }: { className: string; classCode: string | null; address: string },
): Promise<Blob> {
  const code = codeOf(card);
  await loadFontsFor([card.first_name, card.last_name, className]);
  const { canvas, context } = newCanvas(size.width, size.height);
  // Whole pixels for each module, or the reader sees grey edges.
  const modules = code.size + 2 * quietModules;
  const module = Math.floor(size.height / modules);
  const margin = Math.floor((size.height - module * code.size) / 2);
  for (let row = 0; row < code.size; row += 1) {
    for (let column = 0; column < code.size; column += 1) {
      if (code.isDark(column, row))
        context.fillRect(margin + column * module, margin + row * module, module, module);
    }
  }
  const x = size.height + 8;
  const width = size.width - x - 16;
  const animal = animalOf({ id: card.student_id, avatar: card.avatar ?? null });
  paintAnimal(context, animal, { x, y: 10, size: animalSize });
  const ofName = { x: x + animalSize + 10, width: width - animalSize - 10 };
  drawLine(context, card.first_name, { size: 30, weight: 700 }, { ...ofName, baseline: 38 });
  drawLine(context, card.last_name, { size: 20, weight: 400 }, { ...ofName, baseline: 62 });
  const typed = [card.username, ...(card.password === undefined ? [] : [card.password])].join('  ·  ');
  drawLine(context, typed, { size: 20, weight: 700 }, { x, baseline: 98, width });
  context.fillStyle = '#5a5a5a';
  const place = [className, classCode ?? '', address].filter((part) => part !== '').join(' · ');
  drawLine(context, place, { size: 15, weight: 400 }, { x, baseline: 130, width });
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The picture could not be made');
  return blob;
}
