import { uuidv7 } from 'uuidv7';
import {
  addRows,
  addRowsInputs,
  undoImport,
  undoImportInput,
} from '#src/features/imports/imports.mutations.ts';
import type { EffectMakers, EffectScene, ServersOwn } from '../../support/effect-scene.ts';

/** A list of three children that was imported into the class, in two calls. */
async function importThree({
  device,
  schoolClass,
}: EffectScene): Promise<{ importId: string; studentIds: string[] }> {
  const importId = uuidv7();
  const rows = ['Eve', 'Finn', 'Gus'].map((first_name, place) => ({
    id: uuidv7(),
    row: place + 2,
    first_name,
    last_name: 'Hill',
  }));
  const file = { classId: schoolClass.id, importId, name: 'list.csv' };
  await device.replica.enqueueTogether(addRows, addRowsInputs(file, [rows.slice(0, 2), rows.slice(2)]));
  return { importId, studentIds: rows.map(({ id }) => id) };
}

export const makers: EffectMakers = {
  'imports.addRows': async (scene) => {
    await importThree(scene);
  },
  'imports.undo': async (scene) => {
    const { schoolClass, device } = scene;
    const { importId } = await importThree(scene);
    device.network.cut = 'no';
    await device.sync();
    device.network.cut = 'before';
    await device.replica.enqueue(undoImport, undoImportInput(schoolClass.id, importId));
  },
};

export const serversOwn: ServersOwn = {
  imports: ({ made_by: _by, made_at: _at, undo_until: _until, ...job }) => ({
    ...job,
    undone_at: job.undone_at !== null,
  }),
};
