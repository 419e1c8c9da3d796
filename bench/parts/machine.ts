import { cpus, hostname, release, totalmem } from 'node:os';

/** One line about the machine that the figures are of. */
export function describeMachine(databaseVersion: string): string {
  const [cpu] = cpus();
  const parts = [
    `machine ${hostname()}`,
    `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'})`,
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    `${process.platform} ${release()}`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${databaseVersion}`,
  ];
  return parts.join(' · ');
}
