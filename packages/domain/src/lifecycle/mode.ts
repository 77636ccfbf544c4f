/** The three ways to earn from a spread; the words of the API. */
export type Mode = 'spot' | 'carry' | 'tri'
