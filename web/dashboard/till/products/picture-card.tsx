import { Image, Trash2 } from 'lucide';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useAct } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { moneyText } from '../../../kit/format/money.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { Card } from '../../../kit/parts/card.tsx';
import { pictureOf } from '../picture.ts';
import { Swatch } from './colour-field.tsx';
import type { Product } from './product.ts';
import { productsTexts as t } from './texts.ts';

const BYTES_MAX = 5_000_000;

/** What stands on the button of the till: the picture, else the beginning of the name on its colour. */
export function Thumb({
  name,
  url,
  color,
}: {
  readonly name: string;
  readonly url: string | null;
  readonly color: string | null;
}): VNode {
  const picture = pictureOf(url);
  if (picture) return <img class="till-thumb" src={picture} alt="" loading="lazy" />;
  return (
    <span class="till-thumb" aria-hidden="true">
      {color ? <Swatch color={color} /> : name.charAt(0).toUpperCase()}
    </span>
  );
}

/** The button as the till shows it, and the way to another picture. */
export function PictureCard({ product }: { readonly product: Product }): VNode {
  const field = useRef<HTMLInputElement>(null);
  const act = useAct(client.setProductImage);
  const remove = useAct(client.updateProduct);
  const [fault, setFault] = useState<string | null>(null);
  const picture = pictureOf(product.image_url);
  async function take(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > BYTES_MAX) {
      setFault(t.pictureLarge);
      return;
    }
    setFault(null);
    await act.run({ params: { id: product.id }, body: { image: await base64Of(file) } });
  }
  return (
    <Card title={t.atTheTill}>
      <div class="stack">
        <div class="till-tile">
          <figure>
            {picture ? (
              <img src={picture} alt={product.name} />
            ) : product.color ? (
              <Swatch color={product.color} />
            ) : (
              product.name.charAt(0).toUpperCase()
            )}
          </figure>
          <p>
            <b>{product.name}</b>
            {moneyText(product.price, product.currency)}
          </p>
        </div>
        {may('pos:write') && (
          <div class="row wrap">
            <Button size="s" icon={Image} busy={act.busy} onClick={() => field.current?.click()}>
              {picture ? t.otherPicture : t.choosePicture}
            </Button>
            {product.image_url !== null && (
              <Button
                size="s"
                kind="ghost"
                icon={Trash2}
                busy={remove.busy}
                onClick={() => void remove.run({ params: { id: product.id }, body: { image_url: null } })}
              >
                {t.removePicture}
              </Button>
            )}
            <input
              ref={field}
              type="file"
              hidden
              accept="image/jpeg,image/png,image/webp"
              aria-label={t.picture}
              onChange={(event) => void take(event.currentTarget.files?.[0])}
            />
          </div>
        )}
        <p class="tiny faint">{t.pictureHint}</p>
        {(fault ?? act.error?.message) && (
          <p class="fault" role="alert">
            {fault ?? act.error?.message}
          </p>
        )}
      </div>
    </Card>
  );
}

/** A file as base64, without the head of a data URL. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^data:[^,]*,/, '')));
    reader.addEventListener('error', () => reject(reader.error ?? new Error(file.name)));
    reader.readAsDataURL(file);
  });
}
