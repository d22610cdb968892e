import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyHelmet from '@fastify/helmet';
import Fastify from 'fastify';
import { build, loadConfigFromFile } from 'vite';
import { contentSecurityPolicy } from '#server/platform/content-security-policy.ts';
import { answerUnknownAddresses, serveWeb } from '#server/platform/web.ts';

const folderOfPage = fileURLToPath(new URL('.', import.meta.url));
const configOfProduct = path.join(folderOfPage, '../../..', 'vite.config.ts');

export interface ScannerPage {
  origin: string;
  dispose(): Promise<void>;
}

/** The scanner on a page of its own, built and served as the product is, the content security policy included. */
export async function serveScannerPage(): Promise<ScannerPage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-scanner-'));
  const product = await loadConfigFromFile({ command: 'build', mode: 'production' }, configOfProduct);
  const { treeshake = {} } = product?.config.build?.rolldownOptions ?? {};
  await build({
    root: folderOfPage,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    // The test runner's own mode would bring React's development build in half.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    resolve: product?.config.resolve ?? {},
    build: { outDir: folder, emptyOutDir: true, rolldownOptions: { treeshake } },
  });
  const app = Fastify();
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: contentSecurityPolicy(),
    strictTransportSecurity: false,
  });
  await serveWeb(app, folder);
  answerUnknownAddresses(app, true);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    origin: address.replace('127.0.0.1', 'localhost'),
    dispose: async () => {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
