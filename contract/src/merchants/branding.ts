import { Type, type Static } from 'typebox';
import { answeredOnly, operation } from '../operation.ts';
import { Described, Nullable, Text, TimeOut } from '../schema.ts';
import { EmailIn } from '../invoices/invoice-input.ts';
import { Phone } from '../shared-fields.ts';
import { accentUsed } from './accent.ts';

const colours = (theme: string) =>
  Type.Object(
    {
      brand: Type.String({ description: 'Buttons, marks and what is chosen.' }),
      on_brand: Type.String({ description: 'Words on brand: at least 4.5 to 1.' }),
      brand_hover: Type.String({ description: 'A button under the pointer.' }),
      brand_tint: Type.String({ description: 'The ground of what is chosen or told.' }),
      brand_ink: Type.String({ description: 'Words and links on pages and on the tint: at least 4.5 to 1.' }),
    },
    { title: `Accent${theme}`, description: `Colours for ${theme.toLowerCase()} pages, #rrggbb.` },
  );

const SupportOut = Type.Object(
  {
    phone: Nullable(Type.String({ description: 'E.164; null: none.' })),
    email: Nullable(Type.String({ description: 'Null: none.' })),
    whatsapp: Nullable(Type.String({ description: 'E.164; null: none.' })),
  },
  { title: 'BrandSupport', description: 'Whom customers ask, shown on every page.' },
);

const PoliciesOut = Type.Object(
  {
    returns: Nullable(Type.String({ description: 'In words, shown where people pay; null: none.' })),
    terms_url: Nullable(Type.String({ description: 'Link in the foot; null: none.' })),
    privacy_url: Nullable(Type.String({ description: 'Link in the foot; null: none.' })),
  },
  { title: 'BrandPolicies', description: 'What the merchant promises its customers.' },
);

export const Branding = Type.Object(
  {
    version: Type.Integer({ description: 'Rises with each change; 0: nothing was ever set.' }),
    logo_url: Nullable(
      Type.String({ description: 'Beside the name on pages, papers and letters; null: none.' }),
    ),
    icon_url: Nullable(
      Type.String({
        description: 'Square, where there is little room; null: the first letters of the name.',
      }),
    ),
    cover_url: Nullable(
      Type.String({ description: 'Wide, over events without a picture of their own; null: none.' }),
    ),
    accent: Nullable(Type.String({ description: 'The colour as it was chosen, #rrggbb; null: none.' })),
    accent_used: Type.Object(
      { light: colours('Light'), dark: colours('Dark') },
      {
        title: 'AccentUsed',
        description:
          'What is made of the accent so that everything in it can be read; the service decides it.',
      },
    ),
    support: SupportOut,
    policies: PoliciesOut,
    footer: Nullable(Type.String({ description: 'A line at the foot of pages and letters; null: none.' })),
    updated_at: Nullable(TimeOut('When it was last changed; null: never.')),
  },
  { title: 'Branding', description: "How a merchant's pages, papers and letters look." },
);
export type Branding = Static<typeof Branding>;

const Picture = (what: string) =>
  Type.Optional(
    Nullable(
      Type.String({
        maxLength: 3_000_000,
        description: `${what} A JPEG, PNG or WebP picture in base64, at most 2 MB; null takes it away.`,
      }),
    ),
  );

export const UpdateBrandingBody = Type.Object(
  {
    logo: Picture('Beside the name.'),
    icon: Picture('Square.'),
    cover: Picture('Wide.'),
    accent: Type.Optional(
      Nullable(
        Type.String({
          pattern: '^#[0-9A-Fa-f]{6}$',
          description: 'Any colour, #rrggbb; the service makes of it what can be read. Null: its own green.',
        }),
      ),
    ),
    support: Type.Optional(
      Type.Object(
        {
          phone: Type.Optional(Nullable(Phone)),
          email: Type.Optional(Nullable(EmailIn, 'Where customers write to; null: none.')),
          whatsapp: Type.Optional(Nullable(Described(Phone, 'E.164 or local; null: none.'))),
        },
        { title: 'BrandSupportIn', description: 'What is left out stays; null takes it away.' },
      ),
    ),
    policies: Type.Optional(
      Type.Object(
        {
          returns: Type.Optional(Nullable(Text(1_000, 'In words; null: none.'))),
          terms_url: Type.Optional(Nullable(Text(500, 'An https address; null: none.'))),
          privacy_url: Type.Optional(Nullable(Text(500, 'An https address; null: none.'))),
        },
        { title: 'BrandPoliciesIn', description: 'What is left out stays; null takes it away.' },
      ),
    ),
    footer: Type.Optional(Nullable(Text(200, 'A line at the foot; null: none.'))),
  },
  { title: 'UpdateBrandingBody', description: 'What is left out stays; null takes it away.' },
);

const exampleBranding: Branding = {
  version: 3,
  logo_url: 'https://api.example.sl/f/3k9Qz0vJmW2cT7uXy1aBdg',
  icon_url: null,
  cover_url: null,
  accent: '#7a1f5c',
  accent_used: accentUsed('#7a1f5c'),
  support: { phone: '+23276204118', email: 'help@aminata.example.sl', whatsapp: '+23276204118' },
  policies: {
    returns: 'Within 7 days, unworn.',
    terms_url: null,
    privacy_url: 'https://aminata.example.sl/privacy',
  },
  footer: 'Aminata Stores, 3 Pademba Road, Freetown',
  updated_at: '2026-11-20T08:00:00.000Z',
};

export const getBranding = operation({
  id: 'getBranding',
  method: 'GET',
  path: '/branding',
  tag: 'Branding',
  summary: 'Read the branding',
  scope: 'merchant:read',
  status: 200,
  answer: Branding,
  errors: [],
  example: { answer: exampleBranding },
});

export const updateBranding = operation({
  id: 'updateBranding',
  method: 'PATCH',
  path: '/branding',
  tag: 'Branding',
  summary: 'Change the branding',
  description:
    "For the mode of the key: test pages have their own, and stay marked as tests. It shows on the merchant's pages within a minute.",
  scope: 'merchant:write',
  largeBody: true,
  status: 200,
  body: UpdateBrandingBody,
  readOnly: answeredOnly(Branding, UpdateBrandingBody),
  answer: Branding,
  errors: ['INVALID_PHONE', 'PRECONDITION_FAILED'],
  example: { body: { accent: '#7a1f5c', support: { phone: '076 204 118' } }, answer: exampleBranding },
});
