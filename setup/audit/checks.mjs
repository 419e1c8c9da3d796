import { axe } from './axe.mjs';
import { prism } from './prism.mjs';
import { recheck } from './recheck.mjs';
import { redocly } from './redocly.mjs';
import { standardWebhooks, svix } from './signatures.mjs';
import { slowhttptest } from './slowhttptest.mjs';
import { specmatic } from './specmatic.mjs';
import { spectral } from './spectral.mjs';
import { zbarimg } from './zbarimg.mjs';

/**
 * Programs of others that judge what we wrote. Each answers with its `version`, what it `looked`
 * at and its `findings`; or, where it cannot run here, with the reason in `absent`.
 */
const CHECKS = [
  redocly,
  spectral,
  specmatic,
  prism,
  standardWebhooks,
  svix,
  slowhttptest,
  axe,
  recheck,
  zbarimg,
];

/** The checks of these names, or all. Ends the process where a name is none of them. */
export function chosenChecks(names) {
  const unknown = names.find((name) => !CHECKS.some((check) => check.name === name));
  if (unknown !== undefined) {
    console.error(`${unknown} is not one of ${CHECKS.map(({ name }) => name).join(', ')}.`);
    process.exit(1);
  }
  return CHECKS.filter(({ name }) => names.length === 0 || names.includes(name));
}
