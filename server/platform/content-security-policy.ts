/** What a page of ours may load and run; for helmet. @param mediaOrigins where pictures and recordings come from beside our own host */
export const contentSecurityPolicy = (mediaOrigins: readonly string[] = []) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    // The reader of QR codes is WebAssembly.
    scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
    // Mantine writes its variables into style attributes and elements.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:', ...mediaOrigins],
    mediaSrc: ["'self'", 'blob:', ...mediaOrigins],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    workerSrc: ["'self'"],
    manifestSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
});

/** Header value for a downloaded file: opened in a browser, it runs and fetches nothing and has no origin. */
export const fileAlone = "default-src 'none'; sandbox";

/** Header value for an SVG: opened as a top-level document, it runs no script, sends no request and has an opaque origin. */
export const drawingAlone = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
