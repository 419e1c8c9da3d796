import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import { installPackages, run } from './install-packages.mjs';

/** Chromium without what only people who use it need, such as windows: its pages take three fifths of the processor. */
const SHELL = 'chromium-headless-shell';
const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];
const PLACES = ['/usr/bin', '/usr/local/bin', '/snap/bin', ...(process.env.PATH ?? '').split(delimiter)];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

export const WHAT_TO_INSTALL =
  'The tests of the pages need a Chromium, and none was found. Install one (Debian, Ubuntu: apt-get install -y chromium; macOS: brew install --cask chromium; anywhere: npx playwright-core install chromium) or name yours in CHROMIUM_PATH.';

/** The path of a Chromium on this machine, or null; a shell does unless it is to be `whole`. */
export function findChromium({ whole = false } = {}) {
  const given = process.env.CHROMIUM_PATH;
  if (given) return existsSync(given) ? given : null;
  const candidates = [
    ...(whole ? [] : PLACES.map((place) => join(place, SHELL))),
    ...PLACES.flatMap((place) => NAMES.map((name) => join(place, name))),
    ...ELSEWHERE,
    chromium.executablePath(),
  ];
  return candidates.find((path) => path !== '' && existsSync(path)) ?? null;
}

/** Finds a Chromium or installs one as far as this user may; says what to do where neither works. */
export function ensureChromium() {
  const found = findChromium({ whole: true });
  if (found || process.env.CHROMIUM_PATH) return say(found);
  console.log('There is no Chromium for the tests of the pages yet; trying to install one.');
  // One after the other: not every distribution has the second.
  for (const name of ['chromium', SHELL]) installPackages(name);
  if (!findChromium({ whole: true })) run('npx', ['--no-install', 'playwright-core', 'install', 'chromium']);
  return say(findChromium({ whole: true }));
}

function say(path) {
  if (path === null)
    console.log(
      process.env.CHROMIUM_PATH
        ? `CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, where nothing is.`
        : WHAT_TO_INSTALL,
    );
  return path;
}
