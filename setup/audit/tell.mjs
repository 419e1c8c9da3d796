const SHOWN_MAX = 50;

/** Prints what a tool was, what it looked at and what it found. */
export function tell(name, { version, looked, findings = [], absent }) {
  if (absent !== undefined) return console.log(`not run  ${name}: ${absent}`);
  const label = [name, version].filter(Boolean).join(' ');
  console.log(
    `${findings.length === 0 ? 'passed ' : 'FAILED '}  ${label}: looked at ${looked}; ${findings.length === 0 ? 'nothing found' : `${findings.length} found`}`,
  );
  for (const finding of findings.slice(0, SHOWN_MAX)) console.log(`         - ${finding}`);
  if (findings.length > SHOWN_MAX) console.log(`         … and ${findings.length - SHOWN_MAX} more`);
}

/** The exit code: findings fail, and so does an audit in which no tool could run. */
export function verdictOf(results) {
  const ran = results.filter(({ absent }) => absent === undefined);
  const found = ran.reduce((sum, { findings = [] }) => sum + findings.length, 0);
  console.log(`${ran.length} of ${results.length} tools ran, ${found} findings`);
  return ran.length > 0 && found === 0 ? 0 : 1;
}
