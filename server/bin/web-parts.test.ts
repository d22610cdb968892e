import { describe, expect, it } from 'vitest';
import { partsOf, placeOf, places, type Chunks } from './web-parts.ts';

const chunks: Chunks = {
  'index.html': {
    file: 'assets/index.js',
    isEntry: true,
    imports: ['_react.js'],
    dynamicImports: [
      'src/areas/student.area.tsx',
      'src/areas/panel/admin-panel.area.tsx',
      'src/features/help/help.drawer.tsx',
      'src/areas/pages/content.area.tsx',
      'src/features/library/library.screen.tsx',
      'src/features/reading/work.screen.tsx',
      'src/areas/writing/writing.area.tsx',
      'src/features/cart/navbar-cart.tsx',
      'src/areas/cart/cart.area.tsx',
    ],
  },
  '_react.js': { file: 'assets/react.js' },
  '_table.js': { file: 'assets/table.js', css: ['assets/table.css'] },
  '_password.js': { file: 'assets/password.js' },
  '_editor.js': { file: 'assets/editor.js', css: ['assets/editor.css'] },
  'src/areas/student.area.tsx': {
    file: 'assets/admin-school.js',
    imports: ['index.html', '_table.js'],
    dynamicImports: ['src/areas/office/students.page.tsx'],
  },
  'src/areas/office/students.page.tsx': {
    file: 'assets/students.page.js',
    imports: ['index.html', '_table.js', '_password.js'],
    dynamicImports: ['_editor.js'],
    assets: ['assets/sample.svg'],
  },
  'src/areas/panel/admin-panel.area.tsx': { file: 'assets/admin-panel.js', imports: ['_panel.js'] },
  '_panel.js': { file: 'assets/panel.js' },
  'src/features/help/help.drawer.tsx': {
    file: 'assets/help.drawer.js',
    imports: ['index.html', '_table.js', '_help-center.js'],
  },
  'src/areas/pages/content.area.tsx': {
    file: 'assets/content.area.js',
    imports: ['_react.js'],
    dynamicImports: ['src/features/requests/request.form.tsx'],
  },
  'src/features/requests/request.form.tsx': { file: 'assets/request.form.js' },
  'src/features/library/library.screen.tsx': {
    file: 'assets/library.js',
    imports: ['index.html', '_table.js'],
    css: ['assets/library.css'],
  },
  'src/features/reading/work.screen.tsx': {
    file: 'assets/work.js',
    imports: ['index.html', '_table.js'],
    dynamicImports: ['src/features/reading/read-aloud.tsx', 'src/features/reading/open-dyslexic.ts'],
  },
  'src/features/reading/read-aloud.tsx': { file: 'assets/read-aloud.js' },
  'src/features/reading/open-dyslexic.ts': {
    file: 'assets/open-dyslexic.js',
    assets: ['assets/dyslexic.woff2'],
  },
  'src/areas/writing/writing.area.tsx': {
    file: 'assets/writing.js',
    imports: ['index.html', '_table.js', '_prose.js'],
  },
  '_prose.js': { file: 'assets/prose.js' },
  'src/features/cart/navbar-cart.tsx': { file: 'assets/navbar-cart.js', imports: ['index.html', '_cart.js'] },
  'src/areas/cart/cart.area.tsx': { file: 'assets/cart.area.js', imports: ['index.html', '_cart.js'] },
  '_cart.js': { file: 'assets/cart.js' },
  'src/areas/checkout/checkout.area.tsx': {
    file: 'assets/checkout.area.js',
    imports: ['index.html', '_cart.js'],
  },
  '_help-center.js': { file: 'assets/help-center.js', css: ['assets/help-center.css'] },
};

const marks = new Map([['src/features/cart/navbar-cart.tsx', 'classroom']]);

/** Everybody fetches it when it is needed. */
const onDemand = 'assets/password.js';

const files = [
  'index.html',
  ...Object.values(chunks)
    .flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets])
    .filter((file) => file !== onDemand),
  'assets/letters.woff2',
  'assets/parse.worker-1a2B.js',
];

describe('the parts of the built app', () => {
  const { classroom, office, help, library, reader, cart, writing, pages } = partsOf(files, chunks, marks);

  it('keep for everybody what their pages may ask for, and what no chunk speaks of', () => {
    expect(classroom).toEqual([
      'index.html',
      'assets/index.js',
      'assets/react.js',
      'assets/table.js',
      'assets/table.css',
      'assets/admin-school.js',
      'assets/navbar-cart.js',
      'assets/cart.js',
      'assets/letters.woff2',
    ]);
  });

  it('keep for staff what only their pages ask for, at once or later', () => {
    expect(office.filter((file) => file !== onDemand)).toEqual([
      'assets/editor.js',
      'assets/editor.css',
      'assets/students.page.js',
      'assets/sample.svg',
      'assets/parse.worker-1a2B.js',
    ]);
  });

  it('keep the Help Center for those who look into it', () => {
    expect(help).toEqual(['assets/help.drawer.js', 'assets/help-center.js', 'assets/help-center.css']);
  });

  it('keep public pages and their forms for those who read one', () => {
    expect(pages).toEqual(['assets/content.area.js', 'assets/request.form.js']);
  });

  it('keep the shelves for those who look at them', () => {
    expect(library).toEqual(['assets/library.js', 'assets/library.css']);
  });

  it('keep what one reads with for those who open a book, but for letters, which only some want', () => {
    expect(reader).toEqual(['assets/work.js', 'assets/read-aloud.js', 'assets/open-dyslexic.js']);
  });

  it('keep the cart for those who may fill one, but for its place in the navbar, which is on every page', () => {
    expect(cart).toEqual(['assets/cart.area.js']);
  });

  it('keep the editor for those who write', () => {
    expect(writing).toEqual(['assets/writing.js', 'assets/prose.js']);
  });

  it('keep nowhere what belongs to those who look after many schools', () => {
    expect([...classroom, ...office, ...help, ...library, ...reader, ...writing]).not.toContain(
      'assets/panel.js',
    );
  });

  it('keep nowhere what one pays with: nothing about money works without a network', () => {
    expect([...classroom, ...office, ...help, ...library, ...reader, ...cart, ...writing]).not.toContain(
      'assets/checkout.area.js',
    );
  });

  it('keep for staff, too, what everybody else fetches when it is needed, where a page cannot stand without it', () => {
    expect(office).toContain(onDemand);
    expect(classroom).not.toContain(onDemand);
  });

  it('are told by what is imported late, wherever it was built to', () => {
    const moved: Chunks = {
      'index.html': { file: 'index.js', isEntry: true, dynamicImports: ['_together.js'] },
      '_together.js': {
        file: 'together.js',
        asked: ['src/features/library/shelves.module.ts', 'src/features/library/library.screen.tsx'],
      },
    };
    const parts = partsOf(['index.js', 'together.js'], moved);
    expect(parts.classroom).toEqual(['index.js']);
    expect(parts.library).toEqual(['together.js']);
  });
});

describe('the places of the sources', () => {
  it('are those of the folder of an area, or of the room', () => {
    expect(placeOf('src/areas/office/students.page.tsx')).toBe('office');
    expect(placeOf('src/areas/panel/panel-lists.page.tsx')).toBe('panel');
    expect(placeOf('src/features/reading/reader.tsx')).toBe('reader');
    expect(placeOf('src/desk/sheet.tsx')).toBe('writing');
    expect(placeOf('src/areas/student.area.tsx')).toBeNull();
    expect(placeOf('src/features/students/students.table.tsx')).toBeNull();
  });

  it('are those that the import names, before all', () => {
    const named = new Map([
      ['src/features/members/verification.screen.tsx', 'office'],
      ['src/desk/use-own-stories.ts', 'classroom'],
      ['src/app/gone.ts', 'attic'],
    ]);
    expect(placeOf('src/features/members/verification.screen.tsx', named)).toBe('office');
    expect(placeOf('src/desk/use-own-stories.ts', named)).toBeNull();
    expect(() => placeOf('src/app/gone.ts', named)).toThrow(/attic/u);
  });

  it('have names that differ in their first three letters, which name the files that they share', () => {
    expect(new Set(places.map((place) => place.slice(0, 3))).size).toBe(places.length);
  });
});
