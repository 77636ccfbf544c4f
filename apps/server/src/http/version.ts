/** Of the product, as its description of the API and the admin panel say it. */
export const VERSION = '0.1.0'
