import { wordsOf } from '../../kit/format/words.ts';
import { texts } from '../../kit/text/texts.ts';

const acts = texts(
  {
    assignDelivery: 'gave it to a courier',
    assignDeliveries: 'gave it to a courier',
    unassignDelivery: 'took it from its courier',
    moveByDispatcher: 'moved it on',
    overrideHandoff: 'handed it over without its code',
    reissueCodeByDispatcher: 'had a new code made',
    openIncident: 'opened an incident',
    resolveIncident: 'resolved an incident',
    startOffers: 'had couriers asked',
    decideClaim: 'decided a claim',
    countCashDeposit: 'counted cash',
    resolveCashDeposit: 'resolved a difference',
    settleCash: 'paid cash out',
    createPlatformMerchant: 'added a shop',
    updatePlatformMerchant: 'changed a shop',
    suspendMerchant: 'suspended a shop',
    reinstateMerchant: 'let a shop work again',
    inviteOwner: 'invited an owner',
  },
  {
    assignDelivery: 'gi am to rayda',
    assignDeliveries: 'gi am to rayda',
    unassignDelivery: 'tek am frɔm di rayda',
    moveByDispatcher: 'muf am go bifo',
    overrideHandoff: 'gi am we kod nɔ de',
    reissueCodeByDispatcher: 'mek nyu kod',
    openIncident: 'opin wan wahala',
    resolveIncident: 'sɛtul wan wahala',
    startOffers: 'aks rayda dɛn',
    decideClaim: 'disayd wan klem',
    countCashDeposit: 'kawnt kash',
    resolveCashDeposit: 'sɛtul wan difrɛns',
    settleCash: 'pe di kash',
    createPlatformMerchant: 'put nyu shɔp',
    updatePlatformMerchant: 'chenj wan shɔp',
    suspendMerchant: 'stɔp wan shɔp',
    reinstateMerchant: 'mek wan shɔp wok bak',
    inviteOwner: 'kɔl wan ɔna',
  },
);

/** What somebody did, as a sentence goes on after the name. */
export function actText(action: string): string {
  return (acts as Readonly<Record<string, string>>)[action] ?? wordsOf(action);
}
