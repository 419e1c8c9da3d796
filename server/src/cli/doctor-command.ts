import type { Command } from 'commander';
import { openGround, type Ground } from '../ground.ts';
import { answer, describeCommand, type Surroundings } from './answer.ts';
import { examineDatabase } from './examine-database.ts';
import { examineMachine } from './examine-machine.ts';
import { examineSealed } from './examine-sealed.ts';
import { examinePublicUrl } from './examine-public-url.ts';

/** One thing that was looked at: fine, worth a look, or not as it must be. */
export type Finding = {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'bad';
  readonly message: string;
};

const MARKS = Object.freeze({ ok: 'ok      ', warning: 'look    ', bad: 'BAD     ' });

/** `doctor` */
export function doctorCommand(): Command {
  return describeCommand(
    'doctor',
    'check Node, disk, database, clock and PUBLIC_URL; exit code 1 where something is not as it must be',
  ).action((options: { readonly json?: boolean }) =>
    answer(options, async (around) => {
      const findings = [...(await examineMachine(around.config)), ...(await examineGround(around))];
      const ok = findings.every(({ state }) => state !== 'bad');
      return {
        json: { ok, findings },
        text: findings
          .map(({ check, state, message }) => `${MARKS[state]}${check.padEnd(12)}${message}`)
          .join('\n'),
        bad: !ok,
      };
    }),
  );
}

async function examineGround({ config, log }: Surroundings): Promise<readonly Finding[]> {
  const ground = await openGround({ config, log, purpose: 'command' }).catch(
    (error: unknown) => error as Error,
  );
  if (ground instanceof Error) return [{ check: 'database', state: 'bad', message: ground.message }];
  return examine(ground).finally(ground.close);
}

async function examine(ground: Ground): Promise<readonly Finding[]> {
  return [...(await examineDatabase(ground)), await examineSealed(ground), await examinePublicUrl(ground)];
}
