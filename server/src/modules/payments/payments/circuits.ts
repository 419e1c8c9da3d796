import type { ProviderAccount } from '../providers/account-cache.ts';

/** Keeps a provider that does not answer from holding up whoever wants to pay. One for each account, on this node. */
export type Circuits = {
  /** How many seconds to wait before it may be asked again; 0 when it may be asked now. */
  readonly waitSeconds: (account: ProviderAccount) => number;
  /** Whether it rests; asking changes nothing. */
  readonly isOpen: (account: ProviderAccount) => boolean;
  readonly answered: (account: ProviderAccount) => void;
  readonly failed: (account: ProviderAccount) => void;
};

/** So many questions in a row without an answer open the circuit. */
const FAILURES_MAX = 5;
/** Then it rests this long, until one question may try. */
const REST_MS = 30_000;

type Circuit = { failures: number; restsUntilMs: number };

/** Opens after five failures in a row; after 30 seconds one question goes through, and its answer closes it. */
export function createCircuits(now: () => Date): Circuits {
  const circuits = new Map<string, Circuit>();
  return {
    waitSeconds(account) {
      const circuit = circuits.get(nameOf(account));
      if (!circuit || circuit.failures < FAILURES_MAX) return 0;
      const leftMs = circuit.restsUntilMs - now().getTime();
      if (leftMs > 0) return Math.ceil(leftMs / 1_000);
      // This question is the probe; others wait for what comes of it.
      circuit.restsUntilMs = now().getTime() + REST_MS;
      return 0;
    },
    isOpen(account) {
      const circuit = circuits.get(nameOf(account));
      return (
        circuit !== undefined && circuit.failures >= FAILURES_MAX && circuit.restsUntilMs > now().getTime()
      );
    },
    answered: (account) => void circuits.delete(nameOf(account)),
    failed(account) {
      const circuit = circuits.get(nameOf(account)) ?? { failures: 0, restsUntilMs: 0 };
      circuits.set(nameOf(account), {
        failures: circuit.failures + 1,
        restsUntilMs: now().getTime() + REST_MS,
      });
    },
  };
}

function nameOf({ tenant, provider, id }: ProviderAccount): string {
  return `${tenant.merchantId}:${tenant.livemode}:${provider.id}:${id ?? ''}`;
}
