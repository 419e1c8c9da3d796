import { Failure } from '../../core/failure.ts';
import type { PageRequest, PageRoute } from '../../core/page-route.ts';
import { lookUpParcel, type Shipping } from '../../shipping/index.ts';
import type { View } from '../layout.ts';
import { showFound, showLookUp } from './show-look-up.ts';

export type LookUpPages = { readonly shipping: Shipping; readonly view: (request: PageRequest) => View };

const EMPTY = Object.freeze({ number: '', digits: '', missed: false });

/** `/track`: for people who have the number but not the link. */
export function lookUpRoutes({ shipping, view }: LookUpPages): readonly PageRoute[] {
  return [
    {
      method: 'GET',
      path: '/track',
      handle: async (request) =>
        showLookUp({ ...EMPTY, number: (request.query['number'] ?? '').slice(0, 20) }, view(request)),
    },
    {
      method: 'POST',
      path: '/track',
      handle: async (request) => {
        const [number, digits] = [request.form['number'] ?? '', request.form['digits'] ?? ''];
        if (number.length > 64 || digits.length > 16)
          throw new Failure('VALIDATION_ERROR', 'The number or the digits are too long.');
        const parcel = await lookUpParcel(shipping, { jobNumber: number, digits, address: request.address });
        return parcel
          ? showFound(parcel, view(request))
          : showLookUp({ number, digits, missed: true }, view(request));
      },
    },
  ];
}
