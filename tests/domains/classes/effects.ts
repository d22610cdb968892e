import {
  archiveClass,
  classInput,
  createClass,
  createClassInput,
  recolourClass,
  recolourClassInput,
  renameClass,
  renameClassInput,
  restoreClass,
} from '#src/features/classes/classes.mutations.ts';
import type { EffectMakers, ServersOwn } from '../../support/effect-scene.ts';

export const makers: EffectMakers = {
  'classes.create': async ({ device: { replica } }) => {
    await replica.enqueue(createClass, createClassInput({ name: 'Elm', class_theme: '#2a8c94' }));
  },
  'classes.rename': async ({ device: { replica }, schoolClass }) => {
    await replica.enqueue(renameClass, renameClassInput(schoolClass.id, 'Hazel'));
  },
  'classes.recolour': async ({ device: { replica }, schoolClass }) => {
    await replica.enqueue(recolourClass, recolourClassInput(schoolClass.id, '#2a8c94'));
  },
  'classes.archive': async ({ device: { replica }, schoolClass }) => {
    await replica.enqueue(archiveClass, classInput(schoolClass.id));
  },
  'classes.restore': async ({ device: { replica }, schoolClass }) => {
    await replica.enqueue(renameClass, renameClassInput(schoolClass.id, 'Hazel'));
    await replica.enqueue(archiveClass, classInput(schoolClass.id));
    await replica.enqueue(restoreClass, classInput(schoolClass.id));
  },
};

/** By somebody who sees the whole school. */
export const isInOffice = true;

export const serversOwn: ServersOwn = {
  classes: ({ class_id: _code, ...row }) => ({
    ...row,
    archived_at: row.archived_at !== null,
    archived_by: null,
  }),
};
