import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fetchPackage, notFetched } from './foreign.mjs';
import { findExpressions } from './find-expressions.mjs';

const PACKAGE = 'recheck';
const VERSION = '4.5.0';
const CHECK_MS_MAX = 20_000;

/** Regular expressions that some text would keep busy for long. */
export const recheck = {
  name: 'recheck',
  async run() {
    const place = await fetchPackage(PACKAGE, VERSION);
    if (place === null) return notFetched(PACKAGE, VERSION);
    const { check } = await import(pathToFileURL(join(place, 'lib/main.js')).href).then(
      (loaded) => loaded.default ?? loaded,
    );
    const expressions = await findExpressions();
    const findings = [];
    for (const { source, flags, place: where } of expressions) {
      const { status, complexity, attack, error } = await check(source, flags, { timeout: CHECK_MS_MAX });
      if (status !== 'safe')
        findings.push(
          `${where}: /${source}/${flags} is ${status}${complexity ? ` (${complexity.summary})` : ''}${attack ? `, for example by ${attack.pattern}` : ''}${error ? `: ${error.kind}` : ''}`,
        );
    }
    return { version: VERSION, looked: `${expressions.length} different regular expressions`, findings };
  },
};
