/**
 * Reason of a partial refusal: one instrument's mark is no price. The refusal is not counted against the connection: an
 * exchange that goes on sending the mark would cost the connection again and again.
 */
export const BAD_MARK = 'bad-mark'
