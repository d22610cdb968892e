export interface AppIconColors {
  /** Any CSS colour. */
  background: string;
  foreground: string;
  accent: string;
  /** True for an icon the system crops itself: colour to every edge, the drawing within the inner 80 %. */
  maskable: boolean;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/**
 * The app icon of a school as SVG, 512 by 512: spines on a shelf with a quill among them. It holds no text,
 * because whoever turns it into a PNG may have no fonts.
 */
export function appIconSvg({ background, foreground, accent, maskable }: AppIconColors): string {
  const paper = attribute(background);
  const spine = attribute(foreground);
  const quill = attribute(accent);
  const scale = maskable ? 9.5 : 12;
  const inset = 256 - 16 * scale;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">',
    `<rect width="512" height="512"${maskable ? '' : ' rx="112"'} fill="${paper}"/>`,
    `<g transform="translate(${inset} ${inset}) scale(${scale})">`,
    `<g fill="${spine}">`,
    '<path d="M3.5 8.2A1.2 1.2 0 0 1 4.7 7h4.1A1.2 1.2 0 0 1 10 8.2V26H3.5z"/>',
    '<path d="M11 12.2a1.2 1.2 0 0 1 1.2-1.2h3.1a1.2 1.2 0 0 1 1.2 1.2V26H11z" opacity=".72"/>',
    '<path d="M23.8 17.7a1.2 1.2 0 0 1 1.2-1.2h3.4a1.2 1.2 0 0 1 1.2 1.2V26h-5.8z"/>',
    '<rect x="1" y="27" width="30" height="3" rx="1.5"/>',
    '</g>',
    `<path fill="${quill}" d="M18.2 26c-.8-4-.9-7.5-.2-11C19.3 8.5 23 3.8 29.5 1.5c.9 5-.4 9.3-3.5 12-2.2 1.9-4.4 3.3-6 5.5-.4 2.3-.5 4.5-.4 7z"/>`,
    `<path fill="none" stroke="${paper}" stroke-width="1.1" stroke-linecap="round" d="M19.3 18.5C20.5 13.5 22.8 9.2 26 6M5.5 11H8M5.5 13.5H8"/>`,
    '</g>',
    '</svg>',
  ].join('');
}

/** What the logo of a school stands on as an app icon, 512 by 512: white, in a frame of the school's colour. */
export function logoFrameSvg({ color, maskable }: { color: string; maskable: boolean }): string {
  const inset = maskable ? 96 : 36;
  const side = 512 - 2 * inset;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">',
    `<rect width="512" height="512"${maskable ? '' : ' rx="112"'} fill="${attribute(color)}"/>`,
    `<rect x="${inset}" y="${inset}" width="${side}" height="${side}" rx="80" fill="#ffffff"/>`,
    '</svg>',
  ].join('');
}
