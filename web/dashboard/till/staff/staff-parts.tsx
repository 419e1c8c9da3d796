import type { VNode } from 'preact';
import { PartsOf } from '../parts-of.tsx';
import { staffTexts as t } from './texts.ts';

/** People, tills, and who is signed in. */
export function StaffParts(): VNode {
  return (
    <PartsOf
      label={t.title}
      parts={[
        ['/till/staff', t.people],
        ['/till/staff/tills', t.tills],
        ['/till/staff/sessions', t.sessions],
      ]}
    />
  );
}
