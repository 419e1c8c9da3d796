import { cpus, hostname, loadavg, release, totalmem } from 'node:os';

/** What the machine was busy with before anything was measured: above a few tenths, the figures tell little. */
const [loadBefore = 0] = loadavg();

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
    `load ${loadBefore.toFixed(1)} before`,
  ];
  return parts.join(' · ');
}
