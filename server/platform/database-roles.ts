/** Group of the program's own rights. Migrations grant to it; login roles are its members. */
export const appRole = 'quillshelf_app';

/** Group of the rights of the platform's panel, which reads all schools and writes nothing. */
export const panelRole = 'quillshelf_panel';
