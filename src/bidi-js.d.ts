// The package has no types of its own.
declare module 'bidi-js' {
  interface Bidi {
    /** Explicit direction, or the one of the first strong character. */
    getEmbeddingLevels(text: string, direction?: 'ltr' | 'rtl'): { levels: Uint8Array };
  }
  function bidiFactory(): Bidi;
  export = bidiFactory;
}
