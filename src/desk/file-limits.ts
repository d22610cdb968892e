/** Of files that become pages, before anything of them is opened. */
export const fileLimits = {
  /** Bytes of a PDF. */
  pdfBytes: 50_000_000,
  /** Bytes of a picture; cameras make far smaller ones. */
  pictureBytes: 40_000_000,
  /** Pixels of a picture. More would take the memory of a small tablet. */
  pixels: 100_000_000,
  /** Pages of a PDF that are counted; a book has fewer. */
  listedPages: 1000,
  /** Milliseconds in which nothing of a PDF is read any more; then it is given up. */
  patience: 30_000,
} as const;
