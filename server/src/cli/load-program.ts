import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/**
 * Runs the program that lies beside this file. To compile its 9 MB takes 0.2 s of a core and 25 MB of memory at each
 * start, so what the engine made of it is kept beside it, as far as the folder may be written: an engine that is
 * another, or was given other flags, refuses what it did not make, and so does this file where a byte is not as it was.
 */
const PROGRAM = fileURLToPath(new URL('./cottontree.cjs', import.meta.url));
const COMPILED = `${PROGRAM}.compiled`;
/** Engine, program, and what was made of it: a checksum each. */
const HEAD_BYTES = 12;

const bytes = readFileSync(PROGRAM);
const head = [cachedDataVersionTag(), crc32(bytes)] as const;
const cachedData = readCompiled();
// Whoever wrote the program saw to it that a byte of it is a character.
const script = new Script(
  `(function (require, module, exports, __filename, __dirname) {${bytes.toString('latin1')}\n})`,
  {
    filename: PROGRAM,
    ...(cachedData === null ? {} : { cachedData }),
  },
);
const program = { exports: {} };
script.runInThisContext()(createRequire(PROGRAM), program, program.exports, PROGRAM, dirname(PROGRAM));
if (cachedData === null || script.cachedDataRejected === true) keepCompiled(script.createCachedData());

function readCompiled(): Buffer | null {
  try {
    const kept = readFileSync(COMPILED);
    const compiled = kept.subarray(HEAD_BYTES);
    return kept.subarray(0, HEAD_BYTES).equals(headOf(compiled)) ? compiled : null;
  } catch {
    return null;
  }
}

/** Whole or not at all, also beside others that do the same; a program that may not write beside itself starts as it would have. */
function keepCompiled(compiled: Buffer): void {
  const unfinished = `${COMPILED}.${process.pid}`;
  try {
    writeFileSync(unfinished, Buffer.concat([headOf(compiled), compiled]));
    renameSync(unfinished, COMPILED);
  } catch {
    rmSync(unfinished, { force: true });
  }
}

function headOf(compiled: Buffer): Buffer {
  const bytes = Buffer.alloc(HEAD_BYTES);
  [...head, crc32(compiled)].forEach((sum, at) => bytes.writeUInt32LE(sum, at * 4));
  return bytes;
}
