import { spawnSync } from 'node:child_process';

const INSTALL_MS = 300_000;

/** Installs packages of Debian or Ubuntu as far as this user may; whoever needs them looks afterwards whether they are there. */
export function installPackages(...names) {
  if (process.getuid?.() !== 0) return;
  const install = () => run('apt-get', ['install', '-y', '--no-install-recommends', ...names]);
  // A machine that has never looked for packages knows of none.
  if (!install() && run('apt-get', ['update'])) install();
}

/** Whether the program ended well. */
export function run(program, args) {
  return spawnSync(program, args, { stdio: 'ignore', timeout: INSTALL_MS }).status === 0;
}
