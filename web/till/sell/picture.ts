import {
  Banana,
  Beef,
  CakeSlice,
  Candy,
  Cherry,
  CookingPot,
  Croissant,
  CupSoda,
  Droplets,
  Egg,
  Fish,
  GlassWater,
  Milk,
  Nut,
  Package,
  Pill,
  Salad,
  Shirt,
  Smartphone,
  SoapDispenserDroplet,
  Wheat,
  type IconNode,
} from 'lucide';
import { folded } from '../catalogue/search-index.ts';

/** What a product without a picture is drawn as, by a word of its name. */
const DRAWN: readonly (readonly [words: RegExp, icon: IconNode, tone: string])[] = [
  [/\b(rice|res|flour|wheat|maize|corn|garri|gari|bulgur|oats)\b/, Wheat, 'ochre'],
  [/\b(oil|petrol|kerosene|diesel)\b/, Droplets, 'clay'],
  [/\b(milk|yog\w*|cream)\b/, Milk, 'indigo'],
  [/\b(nuts?|groundnuts?|peanuts?|cashews?|kola)\b/, Nut, 'clay'],
  [/\b(cloth|shirt|t-shirt|dress|lappa|gara|trousers|shoe\w*|cap)\b/, Shirt, 'indigo'],
  [/\b(maggi|cubes?|pot|spice|salt|pepper|seasoning)\b/, CookingPot, 'ochre'],
  [/\b(onions?|cassava lea\w+|salad|vegetables?|potato\w*|cabbage|okra)\b/, Salad, 'plum'],
  [/\b(sugar|sweets?|candy|chocolate|honey)\b/, Candy, 'teal'],
  [/\b(tomato\w*|fruits?|mango\w*|apples?|cherr\w+)\b/, Cherry, 'red'],
  [/\b(bananas?|plantains?)\b/, Banana, 'ochre'],
  [/\b(soap|omo|detergent|shampoo|washing|bleach)\b/, SoapDispenserDroplet, 'teal'],
  [/\b(water|ice)\b/, GlassWater, 'blue'],
  [/\b(beer|cola|coke|fanta|sprite|juice|drink|soda|poyo|ginger)\b/, CupSoda, 'red'],
  [/\b(bread|croissant|bun|rolls?)\b/, Croissant, 'ochre'],
  [/\b(cake|biscuits?|cookies?)\b/, CakeSlice, 'clay'],
  [/\b(fish|bonga|snapper|sardines?|tuna|crab|shrimps?)\b/, Fish, 'teal'],
  [/\b(meat|beef|chicken|goat|pork|sausages?)\b/, Beef, 'red'],
  [/\b(eggs?)\b/, Egg, 'ochre'],
  [/\b(credit|phone|airtime|top ?up|sim|data)\b/, Smartphone, 'indigo'],
  [/\b(tablets?|paracetamol|medicine|pills?|vitamin\w*)\b/, Pill, 'plum'],
];
const TONES = ['ochre', 'clay', 'indigo', 'plum', 'teal', 'blue'] as const;

export type Drawn = { readonly icon: IconNode; readonly tone: string };
const drawn = new Map<string, Drawn>();

/** The icon of a product by its name, and a colour that its category shares. */
export function drawnAs(name: string, categoryId: string | null): Drawn {
  const key = `${name} ${categoryId}`;
  const known = drawn.get(key);
  if (known) return known;
  const text = folded(name);
  const [, icon = Package, tone = toneOf(categoryId ?? name)] =
    DRAWN.find(([words]) => words.test(text)) ?? [];
  const made = { icon, tone };
  drawn.set(key, made);
  return made;
}

function toneOf(text: string): string {
  const sum = [...text].reduce((before, letter) => (before * 31 + letter.charCodeAt(0)) % 9973, 7);
  return TONES[sum % TONES.length] ?? 'teal';
}
