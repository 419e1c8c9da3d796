import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { root } from './root.mjs';

/** Bundles a program of this checkout and runs it from the root; answers with its exit code. */
export async function runBundled(entry, args) {
  // Beside the server's bundle, where what it reads (migrations) and needs (packages) is found the same way.
  const program = join(root, 'server/dist', `${entry.replaceAll('/', '-').replace(/\.ts$/, '')}.mjs`);
  const problem = await bundle(join(root, entry), program).then(
    () => null,
    (error) => error.message,
  );
  if (problem !== null) {
    console.error(problem);
    return 1;
  }
  const child = spawn(process.execPath, ['--enable-source-maps', program, ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
}
