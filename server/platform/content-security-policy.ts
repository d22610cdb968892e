/** What a page of ours may load and run; for helmet. */
export const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    // The reader of QR codes is WebAssembly.
    scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
    // Mantine writes its variables into style attributes and elements.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    mediaSrc: ["'self'", 'blob:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    workerSrc: ["'self'"],
    manifestSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
};

/** Header value for a downloaded file: opened in a browser, it runs and fetches nothing and has no origin. */
export const fileAlone = "default-src 'none'; sandbox";

/** Header value for an SVG: opened as a top-level document, it runs no script, sends no request and has an opaque origin. */
export const drawingAlone = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
