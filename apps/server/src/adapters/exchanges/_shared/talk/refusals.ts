/**
 * Reason of a partial refusal: one instrument's mark is no price. It is counted, but not against the connection: an
 * exchange that goes on sending it would otherwise cost the connection again and again.
 */
export const BAD_MARK = 'bad-mark'
