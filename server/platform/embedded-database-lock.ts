import { createHash } from 'node:crypto';
import { realpath, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Held while a program has a data folder open. */
export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Takes the lock of a folder, or answers null while another program has it. It is a listening local socket named after
 * the folder: taking it is atomic, and the system gives it up when its program ends, however it ends.
 */
export async function takeLock(folder: string): Promise<FolderLock | null> {
  const address = addressOf(await realpath(folder));
  const server = (await listen(address)) ?? (await listenAfterCrash(address));
  if (!server) return null;
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

function addressOf(folder: string): string {
  const name = `quillshelf-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
  // Linux has an abstract name space for sockets and Windows has pipes; elsewhere the socket is a file.
  if (process.platform === 'linux') return `\0${name}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return path.join(tmpdir(), `${name}.sock`);
}

function listen(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(address, () => resolve(server));
  });
}

/** A socket that is a file outlives a crash; nobody answers on it then. */
async function listenAfterCrash(address: string): Promise<Server | null> {
  if (!path.isAbsolute(address) || process.platform === 'win32') return null;
  const answered = await new Promise<boolean>((resolve) => {
    const socket = connect(address, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
  if (answered) return null;
  await rm(address, { force: true });
  return await listen(address);
}
