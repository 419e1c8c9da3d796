import type { CottontreeError } from '@cottontree/client';
import { rolesOf } from 'contract:roles-of-scopes';
import { CircleAlert, CircleCheck, CircleDashed, CloudOff, Lock, RefreshCw, Send, Unplug, X } from 'lucide';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { offlineSince } from '../data/network.ts';
import { isPassing, RETRY_MS } from '../data/queries.ts';
import { operator } from '../data/operator.ts';
import { membership } from '../data/session.ts';
import { momentText, timeText } from '../format/time.ts';
import { common } from '../text/common.ts';
import { refusalText } from '../text/refusals.ts';
import { roleName } from '../text/roles.ts';
import { Button, ButtonLink } from './button.tsx';
import { CopyButton } from './copy.tsx';
import { Icon } from './icon.tsx';
import { Note } from './note.tsx';
import './states.css';

const SHAPE_AFTER_MS = 300;

/** The shape of what comes, once it takes long enough to be noticed. */
export function Loading({
  rows = 6,
  kind = 'rows',
}: {
  readonly rows?: number;
  readonly kind?: 'rows' | 'detail';
}): VNode {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SHAPE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class={`loading ${kind}`} role="status" aria-label={common.loading}>
      {late &&
        Array.from({ length: rows }, (_, row) => (
          <div key={row}>
            <i />
            <i />
            <i />
            <i />
          </div>
        ))}
    </div>
  );
}

/** What failed, that nothing is lost, when it is tried again, and what to tell whoever helps. */
export function Problem({
  error,
  again,
  title = error.status === 404 ? common.notHere : common.notLoaded,
  text = refusalText(error),
}: {
  readonly error: CottontreeError;
  readonly again?: () => void;
  readonly title?: string;
  readonly text?: string;
}): VNode {
  if (error.code === 'INSUFFICIENT_SCOPE') return <NotAllowed scope={String(error.details['scope'] ?? '')} />;
  const passes = again !== undefined && isPassing(error);
  return (
    <div class="problem">
      <span class="problem-sign">
        <Icon of={passes ? Unplug : CircleAlert} size="l" />
      </span>
      <h2>{title}</h2>
      <p class="quiet">
        {text} {passes && common.nothingLost}
      </p>
      {passes && <WhatGoesOn />}
      <div class="problem-acts">
        {again && error.status !== 404 && (
          <Button kind="primary" icon={RefreshCw} onClick={again}>
            {common.tryNow}
          </Button>
        )}
        {error.status === 404 && (
          <Button kind="primary" onClick={() => history.back()}>
            {common.goBack}
          </Button>
        )}
        <CopyButton text={detailsOf(error)} label={common.copyDetails} size="m" kind="ghost" />
      </div>
      <p class="tiny faint">
        {error.code}
        {error.status > 0 && `, ${error.status}`}
        {error.requestId && (
          <>
            . {common.request('')}
            <span class="mono">{error.requestId}</span>
          </>
        )}
        , {momentText(Date.now())}
      </p>
    </div>
  );
}

/** What whoever helps wants to know. */
function detailsOf({ code, status, requestId, message }: CottontreeError): string {
  const now = new Date().toISOString();
  return [message, `${code} ${status}`, requestId, now, location.href].filter(Boolean).join('\n');
}

/** What a server that is away for a while stops nobody from, and when it is asked again. */
function WhatGoesOn(): VNode {
  return (
    <ul class="problem-facts">
      {[common.toolsGoOn, common.paymentsGoOn].map((fact) => (
        <li key={fact}>
          <Icon of={CircleCheck} />
          {fact}
        </li>
      ))}
      <Countdown />
    </ul>
  );
}

function Countdown(): VNode {
  const [time] = useState(countFailure);
  const [left, setLeft] = useState(RETRY_MS / 1000);
  useEffect(() => {
    const timer = setInterval(
      () => setLeft((seconds) => (seconds <= 1 ? RETRY_MS / 1000 : seconds - 1)),
      1000,
    );
    return () => clearInterval(timer);
  }, []);
  return (
    <li class="waits">
      <Icon of={CircleDashed} />
      <span>
        {common.triesAgainIn(left)} {time > 1 && common.triedAlready(time)}
      </span>
    </li>
  );
}

const lastFailure = { href: '', atMs: 0, time: 0 };
/** What fails within it is of one try, as several parts of one page. */
const ONE_TRY_MS = 1_000;
/** A page that was asked for again this late is told of anew. */
const FORGOTTEN_MS = 60_000;

/** How often in a row this page did not load: its problem is shown anew after each try. */
function countFailure(): number {
  const { href } = location;
  const agoMs = Date.now() - lastFailure.atMs;
  const isNew = href !== lastFailure.href || agoMs > FORGOTTEN_MS;
  if (isNew) Object.assign(lastFailure, { href, time: 0 });
  if (isNew || agoMs > ONE_TRY_MS) lastFailure.time += 1;
  lastFailure.atMs = Date.now();
  return lastFailure.time;
}

/** Which role cannot, which can, and who helps: they are asked by e-mail. */
export function NotAllowed({ scope }: { readonly scope: string }): VNode {
  const role = roleName(operator.value?.user.role ?? membership.value?.role ?? 'viewer').toLowerCase();
  const needed = operator.value ? undefined : rolesOf[scope];
  return (
    <div class="not-allowed">
      <Icon of={Lock} size="l" />
      <div>
        <b>
          {common.notAllowed(role)} {needed && common.needsRole(roleName(needed).toLowerCase())}
        </b>
        {operator.value ? (
          <p class="quiet">{common.notAllowedHere(scope)}</p>
        ) : (
          <Helpers scope={scope} role={role} />
        )}
      </div>
    </div>
  );
}

const NAMED_MAX = 2;

/** Who of the shop can do it or give the right, and the way to ask the first of them. */
function Helpers({ scope, role }: { readonly scope: string; readonly role: string }): VNode {
  const { helpers = [], merchant_name: shop = '' } = membership.value ?? {};
  const able = helpers
    .filter((one) => one.role === 'owner' || rolesOf[scope] !== 'owner')
    .slice(0, NAMED_MAX);
  const [first] = able;
  const { href } = location;
  const asked = `subject=${encodeURIComponent(common.askSubject(shop))}&body=${encodeURIComponent(common.askBody(role, scope, href))}`;
  return (
    <>
      <p class="quiet">{first ? common.canHelp(able.map(({ name }) => name)) : common.askOwner}</p>
      {first && (
        <ButtonLink size="s" icon={Send} href={`mailto:${encodeURIComponent(first.email)}?${asked}`}>
          {common.askFor(first.name.split(' ')[0] ?? first.name)}
        </ButtonLink>
      )}
      <p class="tiny faint">{common.rightCalled(scope)}</p>
    </>
  );
}

/** Nothing matches: which filters are on, and the way out of them. */
export function NothingFound({
  title,
  filters,
  clear,
}: {
  readonly title: string;
  readonly filters: number;
  readonly clear: () => void;
}): VNode {
  return (
    <div class="nothing-found">
      <b>{title}</b>
      <p class="quiet">{common.filtersOn(filters)}</p>
      <Button size="s" icon={X} onClick={clear}>
        {common.clearFilters}
      </Button>
    </div>
  );
}

/** What a place is for, in three steps and one act; shown while nothing is there. */
export function Empty({
  title,
  text,
  steps,
  acts,
  picture,
}: {
  readonly title: string;
  readonly text: string;
  readonly steps?: readonly string[];
  readonly acts?: ComponentChildren;
  /** What it looks like in use; decoration for whoever sees. */
  readonly picture?: ComponentChildren;
}): VNode {
  return (
    <div class={`empty ${picture === undefined ? 'alone' : ''}`}>
      <div>
        <h2>{title}</h2>
        <p class="quiet">{text}</p>
        {steps && (
          <ol>
            {steps.map((step, at) => (
              <li>
                <span class="number">{at + 1}</span>
                <span>{step}</span>
              </li>
            ))}
          </ol>
        )}
        {acts !== undefined && <div class="row wrap">{acts}</div>}
      </div>
      {picture !== undefined && <figure aria-hidden="true">{picture}</figure>}
    </div>
  );
}

/** That there is no network, since when, and what still works. */
export function OfflineNote(): VNode | null {
  if (offlineSince.value === null) return null;
  return (
    <div class="offline" role="status">
      <Note meaning="wait" icon={CloudOff}>
        <b>{common.offlineSince(timeText(offlineSince.value))}</b> {common.offlineMore}
      </Note>
    </div>
  );
}
