import { locateZone } from './dispatch/map.ts';
import { previewRateCard, replayRateCard } from './rate-card-trials.ts';
import {
  createRateCard,
  deleteRateCard,
  getRateCard,
  listRateCards,
  publishRateCard,
  updateRateCard,
} from './rate-cards.ts';
import { createZone, getDispatchZone, listDispatchZones, updateZone } from './zone-changes.ts';

/** What a way costs and where it may lead, as the platform's people change it. */
export const pricingOperations = {
  listRateCards,
  getRateCard,
  createRateCard,
  updateRateCard,
  deleteRateCard,
  publishRateCard,
  previewRateCard,
  replayRateCard,
  listDispatchZones,
  getDispatchZone,
  locateZone,
  createZone,
  updateZone,
} as const;
