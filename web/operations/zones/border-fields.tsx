import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { FormState } from '../../kit/form/use-form.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Card } from '../../kit/parts/card.tsx';
import { TextField } from '../../kit/parts/fields.tsx';
import { common } from '../../kit/text/common.ts';
import { zoneTexts as t } from './texts.ts';
import { readPieces, type Piece } from './zone-values.ts';

/** Where a zone lies: a circle, and the pieces of a drawn border with the holes in them. */
export function BorderFields({ form }: { readonly form: FormState }): VNode {
  const pieces = readPieces(form.get('pieces'));
  const change = (next: readonly Piece[]): void => form.set('pieces', JSON.stringify(next));
  const put = (at: number, next: Partial<Piece>): void =>
    change(pieces.map((piece, index) => (index === at ? { ...piece, ...next } : piece)));
  const fault = Object.entries(form.faults.value).find(([path]) => path.startsWith('geometry'))?.[1];
  return (
    <Card title={t.border}>
      <div class="stack">
        <p class="small quiet">{t.borderText}</p>
        <TextField form={form} name="center.lat" label={t.lat} inputmode="decimal" />
        <TextField form={form} name="center.lng" label={t.lng} inputmode="decimal" />
        <TextField form={form} name="radius_km" label={t.radius} inputmode="decimal" after="km" />
        {fault !== undefined && (
          <p class="fault" role="alert">
            {fault}
          </p>
        )}
        {pieces.map((piece, at) => (
          <fieldset class="plain-fieldset stack" key={at}>
            <legend class="hidden-text">{t.pieceOf(at + 1)}</legend>
            <Corners
              label={at === 0 ? t.corners : t.cornersOf(at + 1)}
              hint={t.cornersHint}
              value={piece.outer}
              set={(outer) => put(at, { outer })}
            />
            {piece.holes.map((hole, nth) => (
              <Corners
                key={nth}
                label={t.hole(nth + 1)}
                hint={t.holeHint}
                value={hole}
                set={(text) =>
                  put(at, { holes: piece.holes.map((one, index) => (index === nth ? text : one)) })
                }
              />
            ))}
            <div class="row wrap">
              <Button size="s" kind="ghost" onClick={() => put(at, { holes: [...piece.holes, ''] })}>
                {t.addHole}
              </Button>
              <Button size="s" kind="ghost" onClick={() => change(pieces.filter((_, index) => index !== at))}>
                {t.removePiece(at + 1)}
              </Button>
            </div>
          </fieldset>
        ))}
        <div>
          <Button size="s" icon={Plus} onClick={() => change([...pieces, { outer: '', holes: [] }])}>
            {pieces.length === 0 ? t.addBorder : t.addPiece}
          </Button>
        </div>
      </div>
    </Card>
  );
}

type CornersProps = {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly set: (text: string) => void;
};

const ROWS = 5;

function Corners({ label, hint, value, set }: CornersProps): VNode {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>
        {label} <i>{common.optional}</i>
      </label>
      <textarea
        id={id}
        class="input mono"
        rows={ROWS}
        value={value}
        aria-describedby={`${id}-more`}
        onInput={(event) => set(event.currentTarget.value)}
      />
      <small id={`${id}-more`}>{hint}</small>
    </div>
  );
}
