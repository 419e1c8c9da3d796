import { Type, type Static } from 'typebox';
import { Nullable, OneOf, Text } from '../schema.ts';

/** `online_preferred`: a door asks the service and falls back to its manifest after two seconds; `offline_first`: the other way round. */
export const scanModes = Object.freeze(['online_preferred', 'offline_first'] as const);
export type ScanMode = (typeof scanModes)[number];

/** What an offline door does with a ticket that is signed rightly but not in its manifest, sold since. */
export const unverifiedPolicies = Object.freeze(['admit', 'refuse'] as const);
export type UnverifiedPolicy = (typeof unverifiedPolicies)[number];

/** `paired`: a public key scans only with a paired device's token; `public_key`: it may redeem a whole signed code by itself. */
export const scannerAuths = Object.freeze(['paired', 'public_key'] as const);
export type ScannerAuth = (typeof scannerAuths)[number];

export const gatesMax = 50;
/** Name of one gate. */
export const Gate = Text(50, 'Name of a gate, such as North.');

const fields = {
  gates: Type.Array(Gate, {
    maxItems: gatesMax,
    uniqueItems: true,
    description: 'Where people enter; empty: gates are not told apart.',
  }),
  mode: OneOf(
    scanModes,
    'online_preferred: a door asks the service and falls back to its manifest after two seconds; offline_first: it asks its manifest.',
  ),
  gate_partition: Type.Boolean({
    description:
      'Each ticket enters by one gate only, found from its hash, so that no two offline doors can admit it. Needs two gates.',
  }),
  unverified: OneOf(
    unverifiedPolicies,
    'What an offline door does with a rightly signed ticket that its manifest does not know.',
  ),
  scanner_auth: Nullable(
    OneOf(
      scannerAuths,
      'Who may scan with a public key; null: paired devices in live mode, anybody with a whole signed code in test mode.',
    ),
  ),
  fast_code_hashes: Type.Boolean({
    description:
      'Whether paired devices and sessions may have human_codes, hashes of typed codes which a graphics card searches within the hour; else they get typed_codes.',
  }),
};

/** How an event's doors work. */
export const ScanPolicy = Type.Object(fields, {
  title: 'ScanPolicy',
  description: 'How the doors of an event work.',
});
export type ScanPolicy = Static<typeof ScanPolicy>;

/** What of it a request sets; the rest stays. */
export const ScanPolicyIn = Type.Partial(Type.Object(fields), {
  title: 'ScanPolicyIn',
  description: 'How the doors of the event work; what is left out stays as it is.',
});
export type ScanPolicyIn = Static<typeof ScanPolicyIn>;

export const scanPolicyDefault: ScanPolicy = Object.freeze({
  gates: [],
  mode: 'online_preferred',
  gate_partition: false,
  unverified: 'refuse',
  scanner_auth: null,
  fast_code_hashes: false,
});

/** Who may scan with a public key, in the mode of the event. */
export function scannerAuthOf(policy: Pick<ScanPolicy, 'scanner_auth'>, livemode: boolean): ScannerAuth {
  return policy.scanner_auth ?? (livemode ? 'paired' : 'public_key');
}
