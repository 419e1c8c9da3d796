const PLACE_WORDS =
  /^(?:above|across|after|around|at|before|behind|below|beside|between|by|close|facing|from|in|inside|near|next|off|on|opp|opposite|outside|over|past|under|bi\u025Bn|bifo|na|nia|\u0254nda)(?![\p{L}\p{N}])/iu;

/** Whether a landmark says itself where it stands to the place: "Behind the police station", and not "Blue gate". */
export function saysWhere(landmark: string): boolean {
  return PLACE_WORDS.test(landmark.trim());
}
