import type { Caller } from '../core/call.ts';
import type { Session } from '../core/session.ts';
import { countLoad } from './count-load.ts';
import { enterOpenly } from './enter-openly.ts';
import { enterWithKey } from './enter-with-key.ts';
import { enterWithSession } from './enter-with-session.ts';
import { identify } from './identify.ts';
import type { Door } from './open-http.ts';
import { urgencyOf } from './urgency-of.ts';
import type { Exchange, One, Visit } from './visit.ts';

/** Everything that is judged before a byte of the body is read: load, key or session, right, rate. */
export async function enter(door: Door, one: One, exchange: Exchange): Promise<Visit> {
  countLoad(door, exchange, urgencyOf(one.operation));
  if (one.operation.by === 'anyone') return enterOpenly(door, one, exchange);
  const who = await identify(door, one, { request: exchange.request, open: openerOf(one) });
  if ('keyId' in who) return enterWithKey(door, one, { ...exchange, caller: who });
  return enterWithSession(door, one, { ...exchange, session: who });
}

/** What tells an operator's session from a merchant's key where both may come. */
const OPERATOR_PREFIX = 'cos_';

type Opener = (key: string) => Promise<Caller | Session | null>;

function openerOf({ operation, authenticate, findSession }: One): Opener {
  const sessionOf = async (token: string, kind: Session['kind']): Promise<Session | null> => {
    const session = await findSession(token);
    return session?.kind === kind ? session : null;
  };
  if (operation.by === 'driver') return (token) => sessionOf(token, 'driver');
  if (operation.by === 'dispatcher')
    return (key) => (key.startsWith(OPERATOR_PREFIX) ? sessionOf(key, 'operator') : authenticate(key));
  return authenticate;
}
