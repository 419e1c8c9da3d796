import type { Plan, Result } from './row.ts';

export type Report = {
  readonly machine: string;
  readonly day: string;
  readonly plan: Plan;
  readonly command: string;
  readonly results: readonly Result[];
};

/** The table in Markdown, with a note for each row that misses its goal or needs one. */
export function writeReport({ machine, day, plan, command, results }: Report): string {
  const notes = results.filter(({ met, note }) => met === false || note !== undefined);
  const mark = (result: Result): string => {
    const place = notes.indexOf(result);
    return place < 0 ? '' : ` [${place + 1}]`;
  };
  const rows = results.map(
    (result) =>
      `| ${result.work}${mark(result)} | ${result.measured} | ${result.floor} | ${result.ratio} | ${result.goal} | ${verdict(result)} |`,
  );
  const explained = notes.map(
    ({ work, note, met }, index) =>
      `${index + 1}. ${met === false ? `**${work} misses its goal.** ` : ''}${note ?? 'No cause is known yet.'}`,
  );
  return [
    `Measured on ${day} with \`${command}\`: ${machine}.`,
    `Medians of ${plan.rounds} interleaved rounds of ${plan.seconds} s${plan.quick ? ' (quick: too short to quote)' : ''}; server, floor, receiver and load generator are processes of one machine.`,
    '',
    '| Work | Measured | Floor | Ratio | Goal | Met |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    ...explained,
    '',
  ].join('\n');
}

function verdict({ met }: Result): string {
  if (met === null) return '–';
  return met ? 'yes' : 'no';
}
