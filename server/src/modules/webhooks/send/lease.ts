/** Longer than an attempt and its writing down can take. */
export const LEASE_MS = 30_000;
/** A sender that has not been heard of for so long is taken for dead, and others send what it held. Its heartbeat comes once a second. */
export const DEAD_MS = 5_000;
/** A sender whose heartbeat did not get through for so long begins nothing, for soon others will: so what a slow one sends twice is no more than was under way. */
export const FORGOTTEN_MS = 4_000;
