/** A host with the port of this page: all sites of an installation stand behind the same one. */
export function withPort(host: string, port: string): string {
  return port === '' ? host : `${host}:${port}`;
}

/** The beginning of every address on another host of this installation. */
export function siteAt(host: string, { protocol, port }: { protocol: string; port: string }): string {
  return `${protocol}//${withPort(host, port)}/`;
}
