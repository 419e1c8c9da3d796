import type { Command } from 'commander';
import { SECRET_KEY_CHANNEL, type Runtime } from '../runtime.ts';
import { makeSecretKey, renewSecretKey } from '../secret-key.ts';
import { answerFromRuntime, describeCommand, type Answer } from './answer.ts';
import { countFormer, resealAll } from './reseal/reseal-all.ts';

/** Long enough for a notification to reach every process. */
const TAKEN_UP_MS = 1_000;

/** `rotate-secret-key` */
export function rotateSecretKeyCommand(): Command {
  return describeCommand(
    'rotate-secret-key',
    'put a new secret key in force and seal everything anew under it, while the server goes on; run again, it goes on where it was cut off',
  ).action((options: { readonly json?: boolean }) =>
    answerFromRuntime(options, rotate, { otherKey: 'told' }),
  );
}

async function rotate(runtime: Runtime): Promise<Answer> {
  const { config, context } = runtime;
  const left = await stillFormer(runtime);
  if (config.secretKey !== null)
    return left > 0 || config.secretKeyPrevious.length > 0 ? reseal(runtime, false) : explain();
  if (left === 0) {
    await renewSecretKey(config.dataDir);
    context.vault.refresh();
  }
  // A run that was cut off may have told nobody.
  context.store.notify(SECRET_KEY_CHANNEL);
  await new Promise((resolve) => setTimeout(resolve, TAKEN_UP_MS));
  return reseal(runtime, left === 0);
}

async function reseal(runtime: Runtime, made: boolean): Promise<Answer> {
  const { context, config } = runtime;
  const resealed = await resealAll(context);
  const left = await stillFormer(runtime);
  const total = Object.values(resealed).reduce((sum, count) => sum + count, 0);
  const place = config.secretKey === null ? 'secret.key.previous in DATA_DIR' : 'SECRET_KEY_PREVIOUS';
  const lines = [
    ...(made
      ? [
          'A new secret key is in force. Back up DATA_DIR/secret.key, apart from the database: backups made before want the key before.',
        ]
      : []),
    `Sealed ${total} values anew${left === 0 ? '; nothing is left under a former key.' : `; ${left} are left under a former key: run this again.`}`,
    `Keep the former key in ${place} for 30 days more: what couriers repeat late is recognised by it.`,
  ];
  return {
    json: { made, secret_key_id: context.vault.keyId, resealed, left },
    text: lines.join('\n'),
    bad: left > 0,
  };
}

async function stillFormer({ context }: Runtime): Promise<number> {
  return (await countFormer(context.store.system.slow, context.vault.keyIds)).reduce(
    (sum, { former }) => sum + former,
    0,
  );
}

/** The key stands in the environment of every node, where no command can put it. */
function explain(): Answer {
  const key = makeSecretKey();
  const steps = [
    'The secret key comes from SECRET_KEY, so it is changed where your nodes are configured:',
    '1. Start every node with SECRET_KEY as it is and this new key in SECRET_KEY_PREVIOUS, so that each can open what the others will seal:',
    `   ${key}`,
    '2. Then start every node with the new key in SECRET_KEY and the old one in SECRET_KEY_PREVIOUS.',
    '3. Then run this command once more, with the same environment: it seals everything anew.',
  ];
  return { json: { made: false, new_key: key, steps }, text: steps.join('\n') };
}
