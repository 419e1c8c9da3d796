import { spawnSync } from 'node:child_process';
import { installPackages } from './install-packages.mjs';

/** Programs of others that read our PDFs and QR codes in the tests, and the packages that they come with. */
const READERS = { pdftotext: 'poppler-utils', zbarimg: 'zbar-tools' };

const missing = () => Object.keys(READERS).filter((reader) => !isThere(reader));

/** Whether a program is on this machine. */
export function isThere(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
}

/** Finds the readers or installs them as far as this user may; says which tests are left out where neither works. */
export function ensureReaders() {
  if (missing().length === 0) return;
  console.log('There is nothing yet to read printed pages with; trying to install it.');
  installPackages(...missing().map((reader) => READERS[reader]));
  const absent = missing();
  if (absent.length > 0)
    console.log(
      `Without ${absent.join(' and ')} the tests that read printed pages with the programs of others are skipped. Install them (Debian, Ubuntu: apt-get install -y ${absent.map((reader) => READERS[reader]).join(' ')}; macOS: brew install poppler zbar).`,
    );
}
