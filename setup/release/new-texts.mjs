/** Of a number of its own, which `npm run keep` and its changelog go by. */
const APART = '@cottontree/client';
const FIELDS = ['dependencies', 'devDependencies', 'peerDependencies'];
const UNRELEASED = '## [Unreleased]';

/** A `package.json`, or a part of the lock file, under the next number; what has another than `before` keeps it. */
export function withNumber(described, { before, next }) {
  if (described.name === APART) return withDependencies(described, { before, next });
  const version = described.version === before ? next : described.version;
  return withDependencies(version === undefined ? described : { ...described, version }, { before, next });
}

function withDependencies(described, { before, next }) {
  const changed = FIELDS.filter((field) => described[field] !== undefined).map((field) => [
    field,
    Object.fromEntries(
      Object.entries(described[field]).map(([name, wanted]) => [
        name,
        name.startsWith('@cottontree/') && name !== APART && wanted === before ? next : wanted,
      ]),
    ),
  ]);
  return { ...described, ...Object.fromEntries(changed) };
}

/** The lock file, in which what others made keeps its number. */
export function lockWithNumber(lock, numbers) {
  const packages = Object.entries(lock.packages).map(([path, described]) => [
    path,
    path.startsWith('node_modules/') ? described : withNumber(described, numbers),
  ]);
  return { ...withNumber(lock, numbers), packages: Object.fromEntries(packages) };
}

/** The changelog in which what was unreleased has its number and day; null where there is nothing to release. */
export function releasedChangelog(text, { next, day }) {
  const [head, rest] = text.split(`${UNRELEASED}\n`);
  if (rest === undefined || /^\s*(## |$)/.test(rest)) return null;
  return `${head}${UNRELEASED}\n\n## [${next}] - ${day}\n${rest}`;
}
